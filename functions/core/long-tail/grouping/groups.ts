/** Groups of long-tail phrases, in the order of answers. */
export const groups = [
  { id: 'questions', label: 'Questions', label_zh: '疑问' },
  { id: 'comparisons', label: 'Comparisons', label_zh: '对比' },
  { id: 'commercial', label: 'Price and purchase', label_zh: '价格购买' },
  { id: 'recommendations', label: 'Recommendations', label_zh: '评价推荐' },
  { id: 'how_to', label: 'How to', label_zh: '方法教程' },
  { id: 'problems', label: 'Problems', label_zh: '问题' },
  { id: 'prepositions', label: 'Prepositions', label_zh: '介词' },
  { id: 'alphabetical', label: 'Alphabetical', label_zh: '字母' },
  { id: 'related', label: 'Related', label_zh: '相关' },
] as const;

export type GroupId = (typeof groups)[number]['id'];

/** Groups that words determine. */
export type WordGroupId = Exclude<GroupId, 'alphabetical' | 'related'>;

/** Words of one group in one language. Lists are separated by `|`; words are in the normal form. */
interface GroupWords {
  /** Queries to engines, the most useful first, in the word order of the language; `…` is the seed. */
  queries: string;
  /** Words and phrases that determine the group anywhere in a keyword. */
  anywhere: string;
  /** Words that determine it only at the beginning of a keyword. */
  first?: string;
  /** Words that determine it only directly before or after the seed. */
  beside?: string;
}

/** The modifiers of one language. */
export interface Modifiers {
  groups: Record<WordGroupId, GroupWords>;
  /** Letters that most words of the language begin with, the most frequent first. */
  letters: string;
}
