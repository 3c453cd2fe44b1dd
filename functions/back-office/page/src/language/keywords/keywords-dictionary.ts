import type { englishKeywords } from './english.ts';

/** The texts about keywords, by the type of the English ones: a language that lacks one does not compile. */
export type KeywordsDictionary = typeof englishKeywords;
