import { expect, test } from '@jest/globals';
import { worstFirst } from '../../../functions/back-office/page/src/domain/audits/order.ts';
import { describeValue } from '../../../functions/back-office/page/src/domain/record/describe-value.ts';
import { sectionsOf, sourceOf } from '../../../functions/back-office/page/src/domain/record/sections.ts';
import { unknownReason } from '../../../functions/back-office/page/src/domain/record/unknown-reason.ts';
import { english } from '../../../functions/back-office/page/src/language/english.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { sampleRecord } from '../../browser/support/sample-record.ts';

const format = createFormat('en');
const describe = (name: string, value: unknown) => describeValue(name, value, english, format);
const record = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });

test('not known, zero, none and no are told apart', () => {
  expect(describe('word_count', null)).toBe('not known');
  expect(describe('word_count', 0)).toBe('0');
  expect(describe('h1', [])).toBe('none');
  expect(describe('open_graph', {})).toBe('none');
  expect(describe('found', false)).toBe('no');
});

test('a number has the unit that its name gives', () => {
  expect(describe('ttfb_ms', 1_830)).toBe('1,830 ms');
  expect(describe('html_bytes', 84_213)).toBe('84,213 bytes');
  expect(describe('rank', 48_211)).toBe('48,211');
});

test('texts of the site stay as they are, also those that begin like a date', () => {
  expect(describe('title', '2026-11-21 – what is new')).toBe('2026-11-21 – what is new');
});

test('times and days are written as everywhere in the page; a time without a zone stays as the site wrote it', () => {
  expect(describe('valid_to', '2027-01-02T23:30:00.000Z')).toMatch(/^Jan 2, 2027, 11:30:00\sPM$/);
  expect(describe('last_modified', '2026-11-18T23:30:00-05:00')).toMatch(/^Nov 19, 2026, 4:30:00\sAM$/);
  expect(describe('last_modified', '2026-11-18')).toBe('Nov 18, 2026');
  expect(describe('last_modified', '2026-11-18T10:00:00')).toBe('2026-11-18T10:00:00');
  expect(describe('last_modified', '2026-13-45')).toBe('2026-13-45');
  expect(describe('title', '2026-11-21T10:00:00Z')).toBe('2026-11-21T10:00:00Z');
});

test('objects are told member by member, and lists of objects on one line each', () => {
  const mx = [{ priority: 10, exchange: 'mail.example' }];
  expect(describe('dns', { has_spf: true, mx })).toEqual({
    pairs: [
      ['has_spf', 'yes'],
      ['mx', { list: ['priority 10 · exchange mail.example'] }],
    ],
  });
});

test('a section that is not known has the reason of the source that fills it', () => {
  const reason = (section: Parameters<typeof sourceOf>[0]) => unknownReason(sourceOf(section, record.sources), english);
  expect(reason('popularity.open_page_rank')).toBe('not known: open_page_rank: Too slow, No answer within 8 seconds');
  expect(reason('organic')).toBe('not known: dataforseo: Not configured');
  expect(unknownReason(undefined, english)).toBe('not known: no source fills it');
});

test('every section of the record is shown', () => {
  const shown = Object.keys(sectionsOf(record));
  const filled = record.sources.flatMap(({ fields }) => fields);
  expect(filled.filter((field) => !shown.includes(field)).sort()).toEqual(['audit', 'seo_score']);
});

test('audits that failed come first, the heaviest of them before the others', () => {
  const audits = record.audit!.audits;
  const heavy = { ...audits.find(({ id }) => id === 'meta-description')!, weight: 4 };
  const ids = worstFirst([...audits.filter(({ id }) => id !== heavy.id), heavy]).map(({ id }) => id);
  expect(ids).toEqual(['meta-description', 'image-alt', 'document-title', 'http-status-code', 'hreflang']);
});
