/** Orders of a search for keywords. */
export const sorts = ['score', 'search_volume', 'recent', 'word_count', 'keyword'] as const;
export type Sort = (typeof sorts)[number];
