import { answerData } from '../record/answer-data.ts';
import { chooseAnswer } from '../record/answer-fields.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { DomainAnswer } from '../record/record.ts';
import type { BatchLine, BatchView } from './batch.ts';

type CacheStatus = DomainAnswer['cache_status'];

/**
 * `data` of the answer for a line as JSON text, with the chosen members; `null` where nothing is cached.
 *
 * @param now milliseconds since the epoch
 * @returns what makes it, for all lines of the batch
 */
export function recordTexts(view: BatchView, now: number): (line: BatchLine) => string | null {
  const { fields } = view.order;
  if (fields === null) return ofEntries(view, (entry, status) => answerData(entry, status, now));
  const choose = chooseAnswer(fields);
  return ofEntries(view, (entry, status) => JSON.stringify(choose(entry, status, now)));
}

/** The same as values. */
export function recordValues(view: BatchView, now: number): (line: BatchLine) => unknown {
  const { fields } = view.order;
  if (fields === null) return ofEntries(view, (entry, status) => JSON.parse(answerData(entry, status, now)) as unknown);
  const choose = chooseAnswer(fields);
  return ofEntries(view, (entry, status) => choose(entry, status, now));
}

function ofEntries<Data>(view: BatchView, dataOf: (entry: CachedRecord, status: CacheStatus) => Data) {
  return ({ domain }: BatchLine): Data | null => {
    const entry = domain === null ? undefined : view.entries.get(domain);
    return entry ? dataOf(entry, cacheStatusOf(entry, view)) : null;
  };
}

function cacheStatusOf({ updatedAt }: CachedRecord, { createdAt, order }: BatchView): CacheStatus {
  if (Date.parse(updatedAt) < Date.parse(createdAt)) return 'hit';
  return order.refresh ? 'refreshed' : 'miss';
}
