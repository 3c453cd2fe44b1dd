import { DAY_MS } from '../../time/day.ts';
import { batchGet } from '../dynamodb/batch-get.ts';
import type { DocumentReader } from '../dynamodb/document-reader.ts';

/** After this time, no instance of version 0.1 writes any more that was running at the first look. */
export const SECOND_LOOK_MS = 60 * 60_000;
/** After this time a list is looked at anew: version 0.1 may have been back meanwhile. */
const CONFIRMED_MS = 30 * DAY_MS;

/** What is known of the postings of one term; times in milliseconds since the epoch. */
export interface ScoredList {
  /** When all of its postings had a key of score 2, for the first time. */
  looked_at?: number;
  /** When they still had, at the last look that was long enough after the first. */
  confirmed_at?: number;
  /** When the worker was last told to rewrite it. */
  asked_at?: number;
}

export interface ScoredListReader {
  /** @returns by term; terms of which nothing is known are left out */
  read(terms: string[]): Promise<Map<string, ScoredList>>;
}

/** Whether a list can be read from the index of score 2 without a look at its postings. */
export function isConfirmed(list: ScoredList | undefined, now: number): boolean {
  return list?.confirmed_at !== undefined && now - list.confirmed_at < CONFIRMED_MS;
}

/** Whether it is time for a look at a list that is not confirmed. */
export function isLookDue(list: ScoredList | undefined, now: number): boolean {
  return list?.looked_at === undefined || now - list.looked_at >= SECOND_LOOK_MS;
}

export const keyOf = (term: string) => ({ list: `scored:${term}`, keyword: term });

/** Reads the markers from the `Keywords` table; a cached answer loads this file. */
export function createScoredListReader(reader: DocumentReader, table: string): ScoredListReader {
  return {
    async read(terms) {
      const items = await batchGet(reader, table, [...new Set(terms)].map(keyOf));
      return new Map(items.map((item) => [item.keyword as string, item as ScoredList]));
    },
  };
}
