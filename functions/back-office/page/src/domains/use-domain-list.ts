import { useEffect, useState } from 'react';
import type { DomainRow } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';

interface List {
  domains: DomainRow[];
  /** More of them are being loaded. */
  loading: boolean;
  error: unknown;
}

/** Loads all domains, page after page, in the order of their names. After a failure, the earlier pages stay. */
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
