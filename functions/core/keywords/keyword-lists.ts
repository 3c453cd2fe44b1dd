import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent } from '../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, putItem, queryItems } from '../platform/dynamodb/table.ts';

/** A keyword of a list, with its metrics at the time when it was added. */
export interface ListedKeyword {
  keyword: string;
  language: string | null;
  score: number | null;
  search_volume: number | null;
}

export interface StoredList {
  /** A UUID. */
  id: string;
  name: string;
  /** ISO 8601 */
  changed_at: string;
  keywords: ListedKeyword[];
}

export type ListSummary = Omit<StoredList, 'keywords'> & { count: number };

export type KeywordLists = ReturnType<typeof createKeywordLists>;

/** Other texts may be longer than a key of DynamoDB can be. */
const isId = (text: string) => /^[\da-f-]{36}$/.test(text);

/**
 * Creates the store of keyword lists of users in the `Keywords` table: one item for each list, one partition per user.
 */
export function createKeywordLists(db: DynamoDB, table: string) {
  const store = { db, table };
  const keyOf = (user: string, id: string) => ({ list: `own:${user}`, keyword: id });
  return {
    /** All lists of a user, in no particular order. */
    async list(user: string): Promise<ListSummary[]> {
      type Listed = Omit<ListSummary, 'id'> & { keyword: string };
      const attributes = ['keyword', 'name', 'changed_at', 'count'];
      const items = await queryItems<Listed>(store, { list: keyOf(user, '').list }, { attributes });
      return items.map(({ keyword: id, ...list }) => ({ id, ...list }));
    },

    /** @returns `null` if the user has no list with this id */
    async read(user: string, id: string): Promise<StoredList | null> {
      if (!isId(id)) return null;
      const item = await getItem<StoredList>(store, keyOf(user, id), { consistent: true });
      if (!item) return null;
      const { name, changed_at, keywords } = item;
      return { id, name, changed_at, keywords };
    },

    /**
     * Writes a list.
     *
     * @param before time of the last change when the list was read; `null`: it is new
     * @returns false if the list was changed meanwhile, and was not written
     */
    write(user: string, { id, ...list }: StoredList, before: string | null): Promise<boolean> {
      const item = { ...keyOf(user, id), ...list, count: list.keywords.length };
      return putItem(store, item, { when: before === null ? { keyword: absent } : { changed_at: before } });
    },

    /** Deletes a list; nothing happens if it does not exist. */
    async remove(user: string, id: string): Promise<void> {
      if (!isId(id)) return;
      await deleteItem(store, keyOf(user, id));
    },
  };
}
