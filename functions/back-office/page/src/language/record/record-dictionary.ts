import type { englishRecord } from './english.ts';

/** The texts about records, by the type of the English ones: a language that lacks one does not compile. */
export type RecordDictionary = typeof englishRecord;
