/** A keyword of a list, with its figures as they were when it was added. */
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
