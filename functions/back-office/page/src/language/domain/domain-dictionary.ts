import type { englishDomain } from './english.ts';

/** The texts about one domain, by the type of the English ones: a language that lacks one does not compile. */
export type DomainDictionary = typeof englishDomain;
