import type { PageAddress } from '../platform/names/page-address.ts';
import { recordJson } from '../record/fit-record.ts';
import { type CachedPage, PAGE_VERSION, type PageRecord } from '../record/page-record.ts';
import { siteSource } from '../sources/site/site.ts';
import { HEAL_AFTER_MS } from '../platform/time/limits.ts';
import { nothing, type PageReading } from './read-page.ts';

/** Members of the record that the site fills. */
const FIELDS = Object.keys(nothing);

interface Reading extends PageReading {
  durationMs: number;
}

/**
 * Makes the entry of a page that was asked for. Where something else came in its place, what was known of it stays.
 *
 * @param now milliseconds since the epoch
 */
export function pageEntry(
  { url, domain }: PageAddress,
  reading: Reading,
  previous: CachedPage | null,
  now: number,
): CachedPage {
  const time = new Date(now).toISOString();
  return {
    url,
    domain,
    firstCachedAt: previous?.firstCachedAt ?? time,
    updatedAt: time,
    healAfter: reading.answer.error?.retryable ? now + healMs(reading.answer.retryAfterMs) : null,
    version: PAGE_VERSION,
    recordJson: recordJson(recordOf(reading, previous, time)),
  };
}

function recordOf({ answer, sections, durationMs }: Reading, previous: CachedPage | null, time: string): PageRecord {
  const kept = 'page' in sections || !previous ? null : (JSON.parse(previous.recordJson) as PageRecord);
  const keptSince = kept?.sources[0]?.fetched_at ?? null;
  const report = {
    id: siteSource.id,
    status: answer.status,
    fields: FIELDS,
    fetched_at: answer.status === 'ok' ? time : keptSince,
    from_cache: keptSince !== null,
    http_status: answer.http_status ?? null,
    duration_ms: durationMs,
    error: answer.error ?? null,
    attribution: null,
  };
  return { ...nothing, ...kept, ...sections, sources: [report] };
}

function healMs(retryAfterMs = 0): number {
  return Math.min(Math.max(HEAL_AFTER_MS[0], retryAfterMs), HEAL_AFTER_MS.at(-1)!);
}
