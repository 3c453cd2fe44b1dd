import type { englishOperations } from './english.ts';

/** The texts about operations, by the type of the English ones: a language that lacks one does not compile. */
export type OperationsDictionary = typeof englishOperations;
