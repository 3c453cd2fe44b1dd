import { expect, test } from '@jest/globals';
import type { DomainDetails } from '../../../functions/back-office/contract.ts';
import { awaitWork, outcomeOf } from '../../../functions/back-office/page/src/domain/awaited-work.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import type { SourceReport } from '../../../functions/core/record/record.ts';
import { sampleRecord } from '../../browser/support/sample-record.ts';

const words = { t: createTranslate(messages, 'en'), format: createFormat('en') };
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
