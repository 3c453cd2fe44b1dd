import { expect, test } from '@jest/globals';
import type { z } from 'zod';
import { describeAbsence, isNone, NONE_IF_READ } from '../../../functions/back-office/page/src/sources/source-words.ts';
import { describeValue, inOneLine } from '../../../functions/back-office/page/src/domain/record/describe-value.ts';
import { recordGroups } from '../../../functions/back-office/page/src/domain/record/sections.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import type { DomainAnswer, SectionPath, SourceReport } from '../../../functions/core/record/record.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { sampleRecord } from '../../browser/support/sample-record.ts';

const format = createFormat('en');
const t = createTranslate(messages, 'en');
const describe = (path: string, value: unknown) =>
  describeValue(path, value, {
    t,
    format,
    isNone: (member) => isNone(member, record),
  });
const record = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });

test('unknown, zero, none and no have different texts', () => {
  expect(describe('word_count', null)).toBe('not known');
  expect(describe('word_count', 0)).toBe('0');
  expect(describe('h1', [])).toBe('none');
  expect(describe('open_graph', {})).toBe('none');
  expect(describe('found', false)).toBe('no');
});

test('a number has the unit in its name', () => {
  expect(describe('ttfb_ms', 1_830)).toBe('1,830 ms');
  expect(describe('html_bytes', 84_213)).toBe('84,213 bytes');
  expect(describe('rank', 48_211)).toBe('48,211');
});

test('texts of the site are unchanged, also those that begin like a date', () => {
  expect(describe('title', '2026-11-21 – what is new')).toEqual({ site: '2026-11-21 – what is new' });
});

test('times and days are formatted as in the page; a time without a zone is unchanged', () => {
  expect(describe('valid_to', '2027-01-02T23:30:00.000Z')).toMatch(/^Jan 2, 2027, 11:30:00\sPM$/);
  expect(describe('last_modified', '2026-11-18T23:30:00-05:00')).toMatch(/^Nov 19, 2026, 4:30:00\sAM$/);
  expect(describe('last_modified', '2026-11-18')).toBe('Nov 18, 2026');
  expect(describe('last_modified', '2026-11-18T10:00:00')).toEqual({ site: '2026-11-18T10:00:00' });
  expect(describe('last_modified', '2026-13-45')).toEqual({ site: '2026-13-45' });
  expect(describe('title', '2026-11-21T10:00:00Z')).toEqual({ site: '2026-11-21T10:00:00Z' });
});

test('objects are described member by member, lists of objects as tables, and a list has its total', () => {
  const mx = [{ priority: 10, exchange: 'mail.example' }];
  const described = describe('dns', { has_spf: true, mx, mx_total: 1, a: ['192.0.2.1', '192.0.2.2'], a_total: 5 });
  expect(described).toEqual({
    pairs: [
      ['Senders of mail listed (SPF)', 'yes'],
      ['Mail servers (MX)', { head: ['Priority', 'Server'], rows: [['10', { site: 'mail.example' }]] }],
      ['IPv4 addresses (A)', { list: [{ site: '192.0.2.1' }, { site: '192.0.2.2' }], more: 3 }],
    ],
  });
  expect(inOneLine(described)).toBe(
    'Senders of mail listed (SPF) yes · Mail servers (MX) Priority 10 · Server mail.example · IPv4 addresses (A) 192.0.2.1, 192.0.2.2',
  );
});

test('codes are described in words, and codes of a later version are unchanged', () => {
  expect(describe('tls.error', 'name_mismatch')).toBe('the certificate is for other names');
  expect(describe('registration.statuses', ['client hold', 'later'])).toMatchObject({
    list: ['client hold', { site: 'later' }],
  });
  expect(describe('ai_access.agents', { 'archive.org_bot': { allowed: false, rule: null } })).toEqual({
    head: ['Crawler', 'Access', 'Deciding line of robots.txt'],
    rows: [[{ site: 'archive.org_bot' }, { mark: 'Not allowed', isGood: false }, 'none: no line applies']],
  });
});

/** Returns the record after a change of a source. */
function afterAnswer(id: string, changes: Partial<SourceReport>): DomainAnswer {
  return { ...record, sources: record.sources.map((one) => (one.id === id ? { ...one, ...changes } : one)) };
}

test('an unknown section has the reason of its source', () => {
  const reason = (section: SectionPath, { sources } = record) => describeAbsence(section, sources, t);
  expect(reason('popularity.open_page_rank')).toBe('not known: Open PageRank: Too slow, no answer in time');
  expect(reason('organic')).toBe('not known: DataForSEO: Not configured');
  expect(reason('organic', afterAnswer('dataforseo', { status: 'pending' }))).toBe('not known: DataForSEO: Pending');
  const disabled = { code: 'disabled', message: 'x', retryable: false };
  expect(reason('tls', afterAnswer('tls', { status: 'skipped', error: disabled }))).toBe(
    'not known: The site’s certificate: Skipped, switched off by the operator',
  );
  const unsupported = { code: 'no_rdap_server', message: 'x', retryable: false };
  expect(reason('registration', afterAnswer('rdap', { status: 'unsupported', error: unsupported }))).toBe(
    'not known: Registry (RDAP): Not supported, its registry cannot be queried',
  );
  expect(describeAbsence('dns', [], t)).toBe('not known: no source fills it');
});

test('a section is none when its source has no data for the domain', () => {
  const { sources } = afterAnswer('tranco', { status: 'empty' });
  expect(describeAbsence('popularity.tranco', sources, t)).toBe('none: Tranco has no data for this domain');
  // The keywords are null when the page could not be split into words.
  expect(describeAbsence('top_keywords', sources, t)).toBe('not known: The site itself: Answered');
});

test('an absent member of a read page is none, and a metric that was not measured is unknown', () => {
  expect(describe('page.meta_description', null)).toBe('none');
  expect(describe('robots_txt', { agents: { 'archive.org_bot': { crawl_delay_seconds: null } } })).toEqual({
    pairs: [
      [
        'Access of crawlers to the home page',
        { head: ['Crawler', 'Seconds between requests'], rows: [[{ site: 'archive.org_bot' }, 'none']] },
      ],
    ],
  });
  expect(describe('security_headers.hsts.value', null)).toBe('none');
  expect(describe('performance.lab.lcp_ms', null)).toBe('not known');
  expect(describe('dns.mx', null)).toBe('not known');
});

test('an absent DNS policy is none, and one whose lookup failed is unknown', () => {
  expect(isNone('dns.dmarc_policy', record)).toBe(true);
  const error = { code: 'lookup_failed', message: 'x', retryable: true };
  expect(isNone('dns.dmarc_policy', afterAnswer('dns', { status: 'partial', error }))).toBe(false);
});

test('members of a sitemap that does not exist are none', () => {
  const sitemap = { ...record.sitemap!, url_count: null };
  expect(isNone('sitemap.url_count', { ...record, sitemap })).toBe(false);
  expect(isNone('sitemap.url_count', { ...record, sitemap: { ...sitemap, found: false } })).toBe(true);
});

test('every member that is none when null is nullable in the schema', () => {
  const page = schema.page.shape;
  for (const path of NONE_IF_READ) {
    const [section, member] = path.split('.') as ['page' | 'tls', keyof typeof page];
    const shape = { page, tls: schema.tls.shape }[section] as Record<string, z.ZodType>;
    expect([path, shape[member]?.safeParse(null).success]).toEqual([path, true]);
  }
});

test('every section of the record is shown once', () => {
  const shown = recordGroups.flatMap(({ names }) => [...names]);
  const filled = [...new Set(record.sources.flatMap(({ fields }) => fields))];
  expect([...shown, 'audit', 'seo_score'].sort()).toEqual(filled.sort());
});
