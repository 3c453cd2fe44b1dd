import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { heaviestFirst, pointsOf } from '../../../functions/back-office/page/src/domain/audits/audit-results.ts';
import { metricsOf } from '../../../functions/back-office/page/src/domain/overview/metrics.ts';
import { issuesOfDomain } from '../../../functions/back-office/page/src/domain/overview/domain-issues.ts';
import { describeValue, inOneLine } from '../../../functions/back-office/page/src/domain/record/describe-value.ts';
import { recordGroups } from '../../../functions/back-office/page/src/domain/record/sections.ts';
import {
  auditTextsIn,
  auditTitle,
  explanationOf,
} from '../../../functions/back-office/page/src/language/audit-texts.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import audits from '../../../functions/back-office/page/src/locales/audits.zh.json' with { type: 'json' };
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import chinese from '../../../functions/back-office/page/src/locales/zh.json' with { type: 'json' };
import { describeAbsence, isNone, NONE_IF_READ } from '../../../functions/back-office/page/src/sources/source-words.ts';
import { SEO_AUDITS } from '../../../functions/core/analysis/rules/audits.ts';
import { auditTexts } from '../../../functions/core/analysis/rules/audit-texts.computed.ts';
import { issueTitles } from '../../../functions/core/site-reports/issues/titles.computed.ts';
import type { DomainAnswer, SectionPath, SourceReport } from '../../../functions/core/record/record.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';
import { samplePerformance, sampleRecord } from '../../browser/support/sample-record.ts';

const format = createFormat('en');
const t = createTranslate(english, 'en');

const valueOf = (path: string, value: unknown) =>
  describeValue(path, value, {
    t,
    format,
    isNone: (member) => isNone(member, record),
  });

const record = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });

test('unknown, zero, none and no have different texts', () => {
  expect(valueOf('word_count', null)).toEqual({ missing: null });
  expect(valueOf('word_count', 0)).toBe('0');
  expect(valueOf('h1', [])).toBe('none');
  expect(valueOf('open_graph', {})).toBe('none');
  expect(valueOf('found', false)).toBe('no');
});

test('a number has the unit in its name', () => {
  expect(valueOf('ttfb_ms', 1_830)).toBe('1,830 ms');
  // The threshold of a good value is 2.5 s.
  expect(valueOf('lcp_p75_ms', 2_540)).toBe('2.54 s');
  expect(valueOf('performance.lab.fcp_ms', 1_200)).toBe('1.2 s');
  expect(valueOf('html_bytes', 84_213)).toBe('84,213 bytes');
  expect(valueOf('rank', 48_211)).toBe('48,211');
});

test('texts of the site are unchanged, also those that begin like a date', () => {
  expect(valueOf('title', '2026-11-21 – what is new')).toEqual({ site: '2026-11-21 – what is new' });
});

test('times and days are formatted as in the page; a time without a zone is unchanged', () => {
  expect(valueOf('valid_to', '2027-01-02T23:30:00.000Z')).toMatch(/^Jan 2, 2027, 11:30:00\sPM$/);
  expect(valueOf('last_modified', '2026-11-18T23:30:00-05:00')).toMatch(/^Nov 19, 2026, 4:30:00\sAM$/);
  expect(valueOf('last_modified', '2026-11-18')).toBe('Nov 18, 2026');
  expect(valueOf('last_modified', '2026-11-18T10:00:00')).toEqual({ site: '2026-11-18T10:00:00' });
  expect(valueOf('last_modified', '2026-13-45')).toEqual({ site: '2026-13-45' });
  expect(valueOf('title', '2026-11-21T10:00:00Z')).toEqual({ site: '2026-11-21T10:00:00Z' });
});

test('objects are described member by member, lists of objects as tables, and a list has its total', () => {
  const mx = [{ priority: 10, exchange: 'mail.example' }];
  const described = valueOf('dns', { has_spf: true, mx, mx_total: 1, a: ['192.0.2.1', '192.0.2.2'], a_total: 5 });
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
  expect(valueOf('tls.error', 'name_mismatch')).toBe('the certificate is for other names');
  expect(valueOf('registration.statuses', ['client hold', 'later'])).toMatchObject({
    list: ['client hold', { site: 'later' }],
  });
  expect(valueOf('ai_access.agents', { 'archive.org_bot': { allowed: false, rule: null } })).toEqual({
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
  expect(valueOf('page.meta_description', null)).toBe('none');
  expect(valueOf('robots_txt', { agents: { 'archive.org_bot': { crawl_delay_seconds: null } } })).toEqual({
    pairs: [
      [
        'Access of crawlers to the home page',
        { head: ['Crawler', 'Seconds between requests'], rows: [[{ site: 'archive.org_bot' }, 'none']] },
      ],
    ],
  });
  expect(valueOf('security_headers.hsts.value', null)).toBe('none');
  expect(valueOf('performance.lab.lcp_ms', null)).toEqual({ missing: null });
  expect(valueOf('dns.mx', null)).toEqual({ missing: null });
  expect(valueOf('host_variants.preferred', null)).toEqual({ missing: 'no response' });
  expect(valueOf('ai_access.llms_txt.title', null)).toBe('none');
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
  // The overview has cards for the others.
  const isElsewhere = (path: string) => path === 'audit' || path === 'seo_score' || path.startsWith('ai_policy.');
  const filled = [...new Set(record.sources.flatMap(({ fields }) => fields))];
  expect([...shown].sort()).toEqual(filled.filter((path) => !isElsewhere(path)).sort());
});

const HAN = /\p{Script=Han}/u;
const inEnglish = createTranslate(english, 'en');
const inChinese = createTranslate({ ...chinese, ...audits }, 'zh-CN');
const results = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 }).audit!.audits;
const resultOf = (id: string) => results.find((one) => one.id === id)!;

describe.each(SEO_AUDITS)('the audit $id', ({ id, title, failureTitle }) => {
  test('has its titles, its impact and how to fix it in both languages', () => {
    const [texts, ofChinese] = [auditTextsIn(inEnglish), auditTextsIn(inChinese)];
    expect(auditTitle({ id, title: '', status: 'pass' }, texts)).toBe(title);
    expect(auditTitle({ id, title: '', status: 'fail' }, texts)).toBe(failureTitle);
    const { passed, failed, fix } = ofChinese[id]!;
    for (const text of [passed, failed, fix, inChinese(`audits.impacts.${id}` as 'audits.impacts.canonical')])
      expect(text).toMatch(HAN);
    expect(inEnglish.has(`audits.impacts.${id}`)).toBe(true);
  });
});

test('an audit of a later version has the texts of the record', () => {
  const later = { ...resultOf('image-alt'), id: 'later', title: 'Something is wrong', explanation_code: 'later' };
  expect(auditTitle(later, auditTextsIn(inChinese))).toBe('Something is wrong');
  expect(explanationOf(later, inChinese)).toBe('15 of 18 images fail.');
});

test('an explanation is translated by its code, and stays English without one', () => {
  const uncoded = { ...resultOf('image-alt'), explanation_code: null };
  expect(explanationOf(resultOf('image-alt'), inChinese)).toBe('18 张图片中有 15 张不合格。');
  expect(explanationOf(resultOf('image-alt'), inEnglish)).toBe('15 of 18 images fail.');
  expect(explanationOf(uncoded, inChinese)).toBe('15 of 18 images fail.');
});

test('failed audits are sorted by weight, the greatest first', () => {
  const heavy = { ...resultOf('meta-description'), weight: 4 };
  const all = [...results.filter(({ id }) => id !== heavy.id), heavy];
  expect(heaviestFirst(all, 'fail').map(({ id }) => id)).toEqual(['meta-description', 'image-alt']);
});

test('the points of an audit are its share of the applicable weights', () => {
  expect(results.map((result) => pointsOf(result, results))).toEqual([25, 25, 25, 25, 25]);
  const heavy = { ...resultOf('image-alt'), weight: 5 };
  expect(pointsOf(heavy, [heavy, resultOf('document-title'), resultOf('hreflang')])).toBe(83);
});

const NOW = Date.parse('2026-11-21T10:00:00Z');

const words = {
  audits: auditTexts,
  titles: issueTitles.en,
  t: createTranslate(english, 'en'),
  format: createFormat('en'),
};

const issuesWith = (changes: Partial<DomainAnswer> = {}, brokenLinks: number | null = null) =>
  issuesOfDomain({ ...record, ...changes }, brokenLinks, NOW, words).map(({ severity, text, tab, target }) => {
    const [[name, value] = []] = Object.entries(target);
    return `${severity} ${tab}${name ? ` ${name}=${value}` : ''}: ${text}`;
  });

describe('the issues of a domain', () => {
  test('begin with errors, each with the affected element', () => {
    const found = issuesWith({}, 3);
    expect(found[0]).toMatch(/^error \w+ \w+=[a-z-]+: /);
    expect(found).toContain('error site issue=broken-link: Broken internal links (4xx or 5xx): 3');
    expect(found).toContain(
      'warning sources source=open_page_rank: Open PageRank could not be updated: no answer in time',
    );
    expect(found.map((one) => one.split(' ')[0])).toEqual(found.map((one) => one.split(' ')[0]).toSorted());
  });

  test.each([
    ['document-title', 'warning'],
    ['http-status-code', 'error'],
    ['is-crawlable', 'error'],
    ['meta-description', 'warning'],
    ['link-text', 'warning'],
  ])('have the severity of the failed audit: %s is of severity %s', (id, severity) => {
    const audit = { ...record.audit!, audits: [{ ...record.audit!.audits[0]!, id, status: 'fail' as const }] };
    const found = issuesWith({ audit }).find((one) => one.includes(`audit=${id}:`));
    expect(found?.split(' ')[0]).toBe(severity);
  });

  test.each([
    ['meta-description', [], 'Missing meta description'],
    ['is-crawlable', [], 'Page is blocked from indexing'],
    ['is-crawlable', ['home-page-not-indexable'], 'Home page is blocked from indexing'],
    ['http-status-code', ['server-error'], 'Page returns a server error (5xx)'],
    ['audit-of-a-later-version', [], 'as in the record'],
  ])('have the name of the catalogue for the audit %s with the issues %j', (id, found, name) => {
    const failed = { ...record.audit!.audits[0]!, id, title: 'as in the record', status: 'fail' as const };
    const issues = found.map((issue) => ({ ...record.issues![0]!, issue }));
    const audit = { ...record.audit!, audits: [failed] };
    const [one] = issuesOfDomain({ ...record, audit, issues }, null, NOW, words).filter((other) => other.audit === id);
    expect(one?.text).toBe(name);
  });

  test('contain the expiry of certificate and registration two and four weeks in advance', () => {
    const tls = (days_remaining: number) => ({ tls: { ...record.tls!, days_remaining } });
    const ends = (expires_at: string) => ({ registration: { ...record.registration!, expires_at } });
    expect(issuesWith(tls(15)).join()).not.toMatch(/certificate/);
    expect(issuesWith(tls(14))).toContain('warning record section=tls: The certificate expires in 14 days');
    expect(issuesWith(tls(1))).toContain('warning record section=tls: The certificate expires in 1 day');
    expect(issuesWith(tls(0))).toContain('warning record section=tls: The certificate expires today');
    expect(issuesWith(tls(-1))).toContain('error record section=tls: The certificate has expired');
    expect(issuesWith(ends('2026-12-22T10:00:00Z')).join()).not.toMatch(/registration/);
    expect(issuesWith(ends('2026-12-20T10:00:00Z'))).toContain(
      'warning record section=registration: The registration expires in 29 days',
    );
    expect(issuesWith(ends('2026-11-20T10:00:00Z'))).toContain(
      'error record section=registration: The registration has expired',
    );
  });

  test('contain an unreadable home page and poor field data', () => {
    const late = { code: 'http_503', message: '', retryable: true };
    const sources = record.sources.map((one) => (one.id === 'site' ? { ...one, error: late } : one));
    expect(issuesWith({ sources })[0]).toBe('error sources source=site: The home page could not be read: HTTP 503');
    const performance = samplePerformance();
    expect(issuesWith({ performance })).toContain('warning vitals: Core Web Vitals of visitors need improvement');
  });

  test.each([
    ['no_tls', 'No HTTPS'],
    ['name_mismatch', 'The certificate does not match the name'],
    ['code_of_a_later_version', 'code_of_a_later_version'],
  ])('contain the certificate error %s as “%s”', (code, title) => {
    const tls = { ...record.tls!, valid: false, error: code };
    expect(issuesWith({ tls })).toContain(`error record section=tls: ${title}`);
  });

  test('are empty when all is well and when nothing is known', () => {
    const audit = { ...record.audit!, audits: [] };
    const sources = record.sources.map((one) => ({ ...one, error: null }));
    const well = { audit, issues: [], sources, tls: null, registration: null, host_variants: null };
    expect(issuesWith({ ...well, performance: { field: null, lab: null } })).toEqual([]);
  });
});

describe('the metrics of a domain', () => {
  const snapshots = sampleSnapshots(NOW);

  test('have the value of a month before, the time of the fetch, and the source', () => {
    const { known } = metricsOf(record, snapshots);
    const score = known.find(({ name }) => name === 'seo_score')!;
    expect(score).toMatchObject({ value: 86, source: 'site', before: { date: '2026-10-22', value: 82 } });
    expect(score.points).toHaveLength(20);
  });

  test('of a crawl are those of the newest snapshot that has them', () => {
    const site = metricsOf(record, snapshots).known.find(({ name }) => name === 'site_score')!;
    expect(site).toMatchObject({ value: 90, source: 'site_crawl', time: '2026-11-21T10:00:00.000Z' });
  });

  test('that are unknown are listed by name and never zero', () => {
    const { known, unknown } = metricsOf(record, []);
    expect(unknown).toContain('organic_etv');
    expect(known.map(({ name }) => name)).not.toContain('organic_etv');
    expect(known.every(({ before }) => before === null)).toBe(true);
  });
});
