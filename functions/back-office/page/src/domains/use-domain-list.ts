import { useEffect, useState } from 'react';
import type { DomainSummary } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useNotify } from '../loading/use-notify.ts';

const TYPING_PAUSE_MS = 250;

interface List {
  domains: DomainSummary[];
  next: string | null;
  loading: boolean;
  error: unknown;
}

/** The domains whose names begin with `search`: the first page after a pause in typing, further ones on request. */
export function useDomainList(search: string) {
  const api = useApi();
  const { failed } = useNotify();
  const [turn, setTurn] = useState(0);
  const [list, setList] = useState<List>({ domains: [], next: null, loading: true, error: null });
  useEffect(() => {
    const leaving = new AbortController();
    setList((last) => ({ ...last, loading: true, error: null }));
    const pause = setTimeout(
      () => {
        api.domains(search ? { search } : {}, leaving.signal).then(
          ({ domains, next }) => setList({ domains, next, loading: false, error: null }),
          (error: unknown) => leaving.signal.aborted || setList({ domains: [], next: null, loading: false, error }),
        );
      },
      search ? TYPING_PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(pause);
      leaving.abort();
    };
  }, [api, search, turn]);

  async function loadMore() {
    const { next } = list;
    if (next === null) return;
    setList((last) => ({ ...last, loading: true }));
    try {
      const page = await api.domains({ ...(search && { search }), after: next });
      // If the search has changed meanwhile, the page is dropped.
      setList((last) =>
        last.next === next
          ? { ...page, domains: [...last.domains, ...page.domains], loading: false, error: null }
          : last,
      );
    } catch (error) {
      failed(error);
      setList((last) => ({ ...last, loading: false }));
    }
  }
  return {
    domains: list.domains,
    more: list.next !== null,
    loading: list.loading,
    error: list.error,
    loadMore: () => void loadMore(),
    reload: () => setTurn((last) => last + 1),
  };
}
