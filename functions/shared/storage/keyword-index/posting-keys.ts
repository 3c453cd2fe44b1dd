/** The orders of a posting list besides that of the table itself, which is by keyword. */
export const KEYWORD_INDEXES = {
  score_2: 'by_score_2',
  recent: 'by_recency',
  word_count: 'by_word_count',
} as const;

/** The sort key of score 2. */
export const SCORE_KEY = 'score_2_key';

/** Name of the list of keywords that contain a term. */
export const postingList = (term: string) => `term:${term}`;
