import { expect, test } from '@jest/globals';
import { markOf, noteOf } from '../../../functions/back-office/page/src/sources/source-words.ts';
import { createTranslate, describeFailure } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { FAILURES } from '../../../functions/core/platform/network/failures.ts';
import type { SourceReport } from '../../../functions/core/record/record.ts';

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

test('each failure of a host has a text in both languages', () => {
  for (const code of Object.keys(FAILURES)) {
    for (const texts of [messages, chinese]) expect(Object.keys(texts)).toContain(`failures.${code}`);
  }
});

test('an error without a text in the page has that of the service, otherwise its code', () => {
  expect(describeFailure({ code: 'new_code', message: 'It is new' }, createTranslate(chinese, 'zh-CN'))).toBe(
    'It is new',
  );
  expect(describeFailure({ code: 'new_code' }, words.t)).toBe('new_code');
});
