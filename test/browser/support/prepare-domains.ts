import { domainToUnicode } from 'node:url';
import { pendingOf, recordJson } from '../../../functions/core/record/cached-record.ts';
import { type HistoryValues, valueNames } from '../../../functions/core/record/history-values.ts';
import type { DomainAnswer } from '../../../functions/core/record/record.ts';
import { domainRecord } from '../../../functions/core/record/schema.ts';
import { rowOf } from '../../../functions/core/record/record-row.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { sampleSnapshots } from './sample-data.ts';
import { hostileSignals, NO_SIGNALS, samplePerformance, sampleRecord, withoutPage } from './sample-record.ts';
import type { Stores } from './stores.ts';

const SCORE = 86;
/** Last time the failing site returned its page; the next day in zones to the east. */
export const LAST_GOOD = '2026-11-10T23:30:00.000Z';
/** Sources that a record of an earlier version does not have. */
const NEW_SOURCES = ['host_variants', 'hreflang', 'llms_txt'];

/** Returns the time of the last fetch of all domains: 70 minutes ago, but today. */
export const sampleTime = (now: number) => Math.max(now - 4_212_000, Math.floor(now / DAY_MS) * DAY_MS);

/**
 * Stores domains with different records: `shop.example` is followed, `asked-once.example` and `missing.example` have no
 * record, `none-such.example` and `none-other.example` do not exist, and forty others differ in their earlier scores.
 */
export async function prepareDomains(stores: Stores, now: number): Promise<void> {
  const { list, followed, missing } = stores;
  const updatedAt = new Date(sampleTime(now)).toISOString();
  const recordOf = (domain: string) => sampleRecord(domain, { updatedAt, score: SCORE });
  for (const record of [
    recordOf('shop.example'),
    recordOf('blocked.example'),
    withoutPage(recordOf('failing.example'), LAST_GOOD),
    measured(recordOf('measured.example')),
    { ...recordOf('hostile.example'), ...hostileSignals() },
    earlier(recordOf('earlier.example')),
  ]) {
    await storeRecord(record, stores);
  }
  for (const domain of ['shop.example', 'failing.example', 'measured.example']) {
    await addSnapshots(domain, sampleTime(now), stores);
  }
  for (let number = 0; number < 40; number += 1) {
    const domain = `site-${String(number).padStart(2, '0')}.example`;
    // Smaller than a complete one, which takes time to compress.
    await storeRecord({ ...recordOf(domain), audit: null, dns: null, archive: null, top_keywords: null }, stores);
    await addPast(domain, number, updatedAt, stores);
  }
  for (const domain of ['asked-once.example', 'missing.example']) await list.add(domain);
  for (const domain of ['none-such.example', 'none-other.example']) await missing.add(domain, DAY_MS);
  await followed.follow('shop.example', now);
  await followed.block('blocked.example');
}

/** Stores the record of a domain as a fetch does. */
export async function storeRecord(answer: DomainAnswer, { cache, list }: Stores): Promise<void> {
  const { domain, updated_at: updatedAt, first_cached_at: firstCachedAt } = answer;
  const record = domainRecord.strip().parse(answer);
  const entry = {
    ...{ domain, domainUnicode: domainToUnicode(domain), firstCachedAt, updatedAt, allFetchedAt: updatedAt },
    ...{ retryAt: null, retries: {}, pending: pendingOf(record.sources), recordJson: recordJson(record) },
  };
  const stored = await cache.read(domain, { consistent: true });
  await (stored ? cache.amend({ ...entry, revision: stored.revision }) : cache.create(entry));
  await list.writeRow(domain, rowOf(record, updatedAt));
}

/** Returns a record with the best score, one failed audit, and field data of enough visitors. */
function measured(record: DomainAnswer): DomainAnswer {
  const audit = record.audit!;
  const [, ...failed] = audit.audits.filter(({ status }) => status === 'fail');
  const audits = audit.audits.filter((one) => one.status !== 'fail' || failed.includes(one));
  return { ...record, seo_score: 99, audit: { ...audit, score: 99, audits }, performance: samplePerformance() };
}

/** Returns a record that was stored by an earlier version; the new sources are pending. */
function earlier(record: DomainAnswer): DomainAnswer {
  const pending = { status: 'pending' as const, fetched_at: null, http_status: null, duration_ms: null };
  const sources = record.sources.map((one) => (NEW_SOURCES.includes(one.id) ? { ...one, ...pending } : one));
  return { ...record, ...NO_SIGNALS, sources };
}

/** Failed audits of the newest snapshots; those of older ones are not known. */
const FAILED_AUDITS = [
  ['image-alt:15', 'meta-description:0', 'link-text:8'],
  ...Array.from({ length: 3 }, () => ['image-alt:15', 'meta-description:0', 'link-text:2', 'http-status-code:0']),
];

/** Stores scheduled snapshots; the site of `failing.example` returned HTTP 503 at three of them. */
async function addSnapshots(domain: string, time: number, { snapshots }: Stores) {
  for (const [index, snapshot] of sampleSnapshots(time).entries()) {
    const isFailed = domain === 'failing.example' && [0, 1, 5].includes(index);
    const unread = isFailed && { seo_score: null, word_count: null, links_total: null, title: null };
    const values = Object.fromEntries(valueNames.map((name) => [name, snapshot[name] ?? null])) as HistoryValues;
    await snapshots.add(domain, snapshot.captured_at, {
      ...{ ...values, ...unread, site_status: isFailed ? 'http_503' : 'ok' },
      failed_audits: (!isFailed && FAILED_AUDITS[index]) || null,
    });
  }
}

const UNKNOWN = Object.fromEntries(valueNames.map((name) => [name, null])) as HistoryValues;

/** Stores scores of 61, 30 and 7 days before, which differ by number; the last one has changed in one domain only. */
async function addPast(domain: string, number: number, before: string, { history }: Stores) {
  for (const [days, seo_score, tranco_rank] of [
    [61, 45 + ((number * 17) % 50), 2_500],
    [30, 50 + ((number * 13) % 45), 2_000 + number * 3_000],
    [7, number === 1 ? 88 : SCORE, null],
  ] as const) {
    const captured_at = new Date(Date.parse(before) - days * DAY_MS).toISOString();
    const known = { seo_score, tranco_rank, site_status: 'ok', failed_audits: null };
    await history.add({ ...UNKNOWN, ...known, domain, captured_at, origin: 'query' });
  }
}
