import type { english } from './english.ts';

/** All texts of the page, by the type of the English ones: a language that lacks one does not compile. */
export type Dictionary = typeof english;
