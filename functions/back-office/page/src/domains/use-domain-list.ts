import { useEffect, useState } from 'react';
import type { DomainRow } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';

interface List {
  domains: DomainRow[];
  /** Whether more of them are on their way. */
  loading: boolean;
  error: unknown;
}

/** All domains by name, which come a thousand at a time. After a failure, those that came before it stay. */
export function useDomainList() {
  const api = useApi();
  const [turn, setTurn] = useState(0);
  const [list, setList] = useState<List>({ domains: [], loading: true, error: null });
  useEffect(() => {
    const leaving = new AbortController();
    async function loadAll() {
      setList((last) => ({ ...last, loading: true, error: null }));
      const domains: DomainRow[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page = await api.domains(after === undefined ? {} : { after }, leaving.signal);
        domains.push(...page.domains);
        after = page.next;
        setList({ domains: [...domains], loading: after !== null, error: null });
      }
    }
    loadAll().catch(
      (error: unknown) => leaving.signal.aborted || setList((last) => ({ ...last, loading: false, error })),
    );
    return () => leaving.abort();
  }, [api, turn]);
  return { ...list, reload: () => setTurn((last) => last + 1) };
}
