import type { englishPortfolio } from './english.ts';

/** The texts about the list of domains, by the type of the English ones: a language that lacks one does not compile. */
export type PortfolioDictionary = typeof englishPortfolio;
