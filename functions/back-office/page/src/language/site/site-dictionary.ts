import type { englishSite } from './english.ts';

/** The texts about audits of sites, by the type of the English ones: a language that lacks one does not compile. */
export type SiteDictionary = typeof englishSite;
