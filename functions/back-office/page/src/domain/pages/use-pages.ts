import { useState } from 'react';
import type { PageSummary } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useAction } from '../../loading/use-action.ts';
import { useLoad } from '../../loading/use-load.ts';

interface Further {
  pages: PageSummary[];
  next: string | null;
}

/** The stored pages of a domain, the newest first among those that are loaded. */
export function usePages(domain: string) {
  const api = useApi();
  const first = useLoad((signal) => api.pages(domain, {}, signal), [api, domain]);
  const [further, setFurther] = useState<Further | null>(null);
  const { run, busy } = useAction();
  const { pages, next } = further ?? first.data ?? { pages: [], next: null };
  return {
    pages: pages.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)),
    more: next !== null,
    loading: first.loading || busy,
    error: first.error,
    reload: () => {
      setFurther(null);
      first.reload();
    },
    loadMore: () =>
      void run(async () => {
        const more = await api.pages(domain, { after: next! });
        setFurther({ pages: [...pages, ...more.pages], next: more.next });
      }),
  };
}
