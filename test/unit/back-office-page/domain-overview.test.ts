import { describe, expect, test } from '@jest/globals';
import { metricsOf } from '../../../functions/back-office/page/src/domain/overview/metrics.ts';
import { problemsOf } from '../../../functions/back-office/page/src/domain/overview/problems.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { auditTexts } from '../../../functions/core/analysis/audit/texts.computed.ts';
import type { DomainAnswer } from '../../../functions/core/record/record.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';
import { samplePerformance, sampleRecord } from '../../browser/support/sample-record.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const record = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });
const words = {
  audits: auditTexts,
  t: createTranslate(messages, 'en'),
  format: createFormat('en'),
};
const problems = (changes: Partial<DomainAnswer> = {}, brokenLinks: number | null = null) =>
  problemsOf({ ...record, ...changes }, brokenLinks, NOW, words).map(({ severity, text, tab, target }) => {
    const [[name, value] = []] = Object.entries(target);
    return `${severity} ${tab}${name ? ` ${name}=${value}` : ''}: ${text}`;
  });

describe('the problems of a domain', () => {
  test('begin with errors, each with the affected element', () => {
    const found = problems({}, 3);
    expect(found[0]).toMatch(/^error \w+ \w+=[a-z-]+: /);
    expect(found).toContain('error site issue=broken-link: Broken links within the site: 3');
    expect(found).toContain(
      'warning sources source=open_page_rank: Open PageRank could not be updated: no answer in time',
    );
    expect(found.map((one) => one.split(' ')[0])).toEqual(found.map((one) => one.split(' ')[0]).toSorted());
  });

  test.each([
    ['document-title', 'error'],
    ['is-crawlable', 'error'],
    ['meta-description', 'warning'],
    ['link-text', 'warning'],
  ])('have the severity of the failed audit: %s is of severity %s', (id, severity) => {
    const audit = { ...record.audit!, audits: [{ ...record.audit!.audits[0]!, id, status: 'fail' as const }] };
    const found = problems({ audit }).find((one) => one.includes(`audit=${id}:`));
    expect(found?.split(' ')[0]).toBe(severity);
  });

  test('contain the expiry of certificate and registration two and four weeks in advance', () => {
    const tls = (days_remaining: number) => ({ tls: { ...record.tls!, days_remaining } });
    const ends = (expires_at: string) => ({ registration: { ...record.registration!, expires_at } });
    expect(problems(tls(15)).join()).not.toMatch(/certificate/);
    expect(problems(tls(14))).toContain('warning record section=tls: The certificate expires in 14 days');
    expect(problems(tls(-1))).toContain('error record section=tls: The certificate has expired');
    expect(problems(ends('2026-12-22T10:00:00Z')).join()).not.toMatch(/registration/);
    expect(problems(ends('2026-12-20T10:00:00Z'))).toContain(
      'warning record section=registration: The registration expires in 29 days',
    );
    expect(problems(ends('2026-11-20T10:00:00Z'))).toContain(
      'error record section=registration: The registration has expired',
    );
  });

  test('contain an unreadable home page and poor field data', () => {
    const late = { code: 'http_503', message: '', retryable: true };
    const sources = record.sources.map((one) => (one.id === 'site' ? { ...one, error: late } : one));
    expect(problems({ sources })[0]).toBe('error sources source=site: The home page could not be read: HTTP 503');
    const performance = samplePerformance();
    expect(problems({ performance })).toContain('warning vitals: Core Web Vitals of visitors need improvement');
  });

  test.each([
    ['no_tls', 'No HTTPS'],
    ['name_mismatch', 'The certificate does not match the name'],
    ['code_of_a_later_version', 'code_of_a_later_version'],
  ])('contain the certificate error %s as “%s”', (code, title) => {
    const tls = { ...record.tls!, valid: false, error: code };
    expect(problems({ tls })).toContain(`error record section=tls: ${title}`);
  });

  test('are empty when all is well and when nothing is known', () => {
    const audit = { ...record.audit!, audits: [], extra_checks: [] };
    const sources = record.sources.map((one) => ({ ...one, error: null }));
    const well = { audit, sources, tls: null, registration: null, host_variants: null };
    expect(problems({ ...well, performance: { field: null, lab: null } })).toEqual([]);
  });
});

describe('the metrics of a domain', () => {
  const snapshots = sampleSnapshots(NOW);

  test('have the value of a month before, the time of the fetch, and the source', () => {
    const { known } = metricsOf(record, snapshots);
    const score = known.find(({ name }) => name === 'seo_score')!;
    expect(score).toMatchObject({ value: 86, source: 'site', before: { date: '2026-10-22', value: 83 } });
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
