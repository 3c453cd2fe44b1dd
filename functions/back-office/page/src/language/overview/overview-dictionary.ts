import type { englishOverview } from './english.ts';

/** The texts about the overview, by the type of the English ones: a language that lacks one does not compile. */
export type OverviewDictionary = typeof englishOverview;
