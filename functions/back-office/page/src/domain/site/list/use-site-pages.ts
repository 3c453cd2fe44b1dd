import { useApi } from '../../../api/use-api.ts';
import { useList } from '../../../loading/use-list.ts';
import { queryOf, type Selection } from './selection.ts';

const PAGE_SIZE = '100';

/** The selected pages of the last crawl. */
export function useSitePages(domain: string, selection: Selection) {
  const api = useApi();
  const query = { ...queryOf(selection), limit: PAGE_SIZE };
  const { issue, status, search, sort } = selection;
  return useList(
    async (cursor, signal) => {
      const { items, next_cursor: next } = await api.sitePages(domain, { ...query, ...(cursor && { cursor }) }, signal);
      return { items, next };
    },
    [api, domain, issue, status, search, sort],
  );
}
