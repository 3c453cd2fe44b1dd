import { expect, test } from '@jest/globals';
import type { DomainDetails } from '../../../functions/back-office/contract.ts';
import { awaitWork, outcomeOf } from '../../../functions/back-office/page/src/domain/awaited-work.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { createTranslate, describeFailure } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { markOf, noteOf } from '../../../functions/back-office/page/src/sources/source-words.ts';
import type { SourceReport } from '../../../functions/core/record/record.ts';
import { sampleRecord } from '../../browser/support/sample-record.ts';

const words = { t: createTranslate(messages, 'en'), format: createFormat('en') };

const answered: SourceReport = {
  id: 'site',
  status: 'ok',
  fields: ['page'],
  fetched_at: '2026-11-20T10:00:00.000Z',
  from_cache: false,
  http_status: 200,
  duration_ms: 10,
  error: null,
  attribution: null,
};

const error = { code: 'http_503', message: 'The site answered with HTTP 503', retryable: true };
const failed: SourceReport = { ...answered, status: 'error', error, from_cache: true };
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ') ?? null;
const note = (report: SourceReport) => plain(noteOf(report, words));
const mark = (report: SourceReport) => plain(markOf(report, words));

test('values of the last request have no note', () => {
  expect([note(answered), mark(answered)]).toEqual([null, null]);
});

test('values of an earlier fetch have a note with their time and the later failure', () => {
  expect(note(failed)).toBe('Last request: Failed, HTTP 503. These values are of Nov 20, 2026, 10:00:00 AM.');
  expect(mark(failed)).toBe('of Nov 20, 2026, 10:00:00 AM · HTTP 503');
  expect(mark({ ...failed, status: 'pending', error: null })).toBe('of Nov 20, 2026, 10:00:00 AM');
  expect(note({ ...answered, from_cache: true })).toBe('These values are of Nov 20, 2026, 10:00:00 AM.');
});

test('a source that never answered has no values', () => {
  const never = { ...failed, from_cache: false, fetched_at: null };
  expect([note(never), mark(never)]).toEqual(['Last request: Failed, HTTP 503. There are no values.', null]);
});

test('a partial answer has a note with the missing part', () => {
  const sitemap = { code: 'sitemap_unreachable', message: 'x', retryable: true };
  expect(note({ ...answered, status: 'partial', error: sitemap })).toBe(
    'Answered in part, the sitemap did not answer. What is missing is of an earlier fetch, or not known.',
  );
});

test('a source that is disabled, not configured or unsupported has no note', () => {
  const none = { ...answered, fetched_at: null };
  expect(note({ ...none, status: 'not_configured' })).toBeNull();
  expect(note({ ...none, status: 'skipped', error: { ...error, code: 'disabled' } })).toBeNull();
  expect(note({ ...none, status: 'unsupported', error: { ...error, code: 'no_rdap_server' } })).toBeNull();
});

test('an error without a text in the page has that of the service, otherwise its code', () => {
  expect(describeFailure({ code: 'new_code', message: 'It is new' }, createTranslate(chinese, 'zh-CN'))).toBe(
    'It is new',
  );
  expect(describeFailure({ code: 'new_code' }, words.t)).toBe('new_code');
});

const EARLIER = '2026-11-20T10:00:00.000Z';
const NOW = '2026-11-21T10:00:00.000Z';
const record = sampleRecord('shop.example', { updatedAt: EARLIER, score: 86 });

const before: DomainDetails = {
  domain: 'shop.example',
  domain_unicode: 'shop.example',
  updated_at: EARLIER,
  seo_score: 86,
  score_source: record.sources[0]!,
  complete: true,
  failed_sources: [],
  followed: false,
  blocked: false,
  record,
  next_snapshot_at: null,
  last_asked_on: null,
  tags: [],
  activity: 'idle',
  failure: null,
};

const unavailable = {
  code: 'http_503',
  message: 'The site responded with HTTP status 503 instead of its page',
  retryable: true,
};

const site = (changes: Partial<SourceReport>) => ({ ...before.score_source!, ...changes });

/** Returns the notice after work that was requested here or found in progress. */
function notice(changes: Partial<DomainDetails>, { isRequested = true, from = before } = {}) {
  const outcome = outcomeOf(awaitWork(from, isRequested), { ...from, ...changes }, words);
  return outcome && [outcome.type, outcome.header.replaceAll(/\s/g, ' '), ...(outcome.detail ? [outcome.detail] : [])];
}

test('a failed site without earlier values is reported without them', () => {
  const score_source = site({ status: 'error', error: unavailable, fetched_at: null });
  expect(notice({ updated_at: NOW, seo_score: null, score_source })).toEqual([
    'warning',
    'shop.example is fetched, but the site did not show its page (HTTP 503), and there are no earlier values of it.',
  ]);
});

test('a failed refresh is reported with its reason and whether a retry may help', () => {
  const message = 'The answer was not ready in time.';
  const failure = { code: 'gateway_timeout', message, retryable: true, failed_at: NOW };
  expect(notice({ failure })).toEqual([
    'error',
    'shop.example was not fetched: the answer was not ready in time.',
    `Trying again later may help.`,
  ]);
});

test('an earlier failure is not reported again', () => {
  const failure = { code: 'gateway_timeout', message: 'Late', retryable: true, failed_at: EARLIER };
  expect(notice({ updated_at: NOW }, { from: { ...before, failure } })![0]).toBe('success');
});

test('a refresh without new data is not reported as fetched', () => {
  expect(notice({})).toEqual([
    'info',
    'Nothing new of shop.example was fetched: the record of Nov 20, 2026, 10:00:00 AM stays.',
  ]);
  expect(notice({}, { from: { ...before, updated_at: null } })).toEqual([
    'info',
    'Nothing of shop.example was fetched.',
  ]);
  expect(notice({}, { isRequested: false })).toBeNull();
});
