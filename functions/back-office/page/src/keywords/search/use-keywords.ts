import type { Keywords } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useList, type ListPart } from '../../loading/use-list.ts';
import { type KeywordSearch, parametersOf, queryOf } from '../shared/keyword-address.ts';

const PAGE_SIZE = '100';

type Item = Keywords['items'][number];

export interface FoundPart extends ListPart<Item> {
  answer: Keywords;
}

/** The keywords of a search, which come a hundred at a time. */
export function useKeywords(search: KeywordSearch) {
  const api = useApi();
  return useList<Item, FoundPart>(
    async (cursor, signal) => {
      const query = { ...parametersOf(search), limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const answer = await api.keywords(query, signal);
      return { items: answer.items, next: answer.next_cursor, answer };
    },
    [api, queryOf(search)],
  );
}
