import type { english } from './english.ts';

/** Every text of the page. English is the model: a language that lacks one does not compile. */
export type Dictionary = typeof english;
