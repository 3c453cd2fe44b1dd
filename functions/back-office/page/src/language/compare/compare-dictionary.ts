import type { englishCompare } from './english.ts';

/** The texts about comparisons, by the type of the English ones: a language that lacks one does not compile. */
export type CompareDictionary = typeof englishCompare;
