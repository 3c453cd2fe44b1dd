import { useState } from 'react';
import type { SitePages } from '../../../../../contract.ts';
import { useApi } from '../../../api/use-api.ts';
import { useAction } from '../../../loading/use-action.ts';
import { useLoad } from '../../../loading/use-load.ts';
import { queryOf, type Selection } from './selection.ts';

const PAGE_SIZE = '100';

interface Further extends Pick<SitePages, 'items' | 'next_cursor'> {
  /** The first page, which they follow. */
  behind: SitePages;
}

const NONE: Pick<SitePages, 'items' | 'next_cursor'> = { items: [], next_cursor: null };

/** The selected pages of the last crawl: the first of them, and further ones as they are asked for. */
export function useSitePages(domain: string, selection: Selection) {
  const api = useApi();
  const query = { ...queryOf(selection), limit: PAGE_SIZE };
  const { issue, status, search, sort } = selection;
  const first = useLoad((signal) => api.sitePages(domain, query, signal), [api, domain, issue, status, search, sort]);
  const [further, setFurther] = useState<Further | null>(null);
  const { run, busy } = useAction();
  const { items, next_cursor } = (further?.behind === first.data ? further : first.data) ?? NONE;
  return {
    pages: items,
    more: next_cursor !== null,
    loading: first.loading,
    loadingMore: busy,
    error: first.error,
    reload: first.reload,
    loadMore: () =>
      void run(async () => {
        const more = await api.sitePages(domain, { ...query, cursor: next_cursor! });
        setFurther({ behind: first.data!, items: [...items, ...more.items], next_cursor: more.next_cursor });
      }),
  };
}
