import type { GroupId } from './groups.ts';

/** Groups that are told by words. */
export type WordGroupId = Exclude<GroupId, 'alphabetical' | 'related'>;

/** Words of one group in one language. Lists are separated by `|`; words are in the normal form. */
export interface GroupWords {
  /** Questions to engines, the most useful first, in the word order of the language; `…` is the seed. */
  queries: string;
  /** Words and phrases that tell the group wherever they stand in a keyword. */
  anywhere: string;
  /** Those that tell it at the beginning of a keyword only. */
  first?: string;
  /** Those that tell it directly before or after the seed only. */
  beside?: string;
}

/** The modifiers of one language. */
export interface Modifiers {
  groups: Record<WordGroupId, GroupWords>;
  /** Letters that most words of the language begin with, the most frequent first. */
  letters: string;
}
