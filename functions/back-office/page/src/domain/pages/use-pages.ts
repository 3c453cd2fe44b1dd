import { useApi } from '../../api/use-api.ts';
import { useList } from '../../loading/use-list.ts';

/** The stored pages of a domain, the newest first among those that are loaded. */
export function usePages(domain: string) {
  const api = useApi();
  const list = useList(
    async (after, signal) => {
      const { pages: items, next } = await api.pages(domain, after === null ? {} : { after }, signal);
      return { items, next };
    },
    [api, domain],
  );
  return { ...list, items: list.items.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)) };
}
