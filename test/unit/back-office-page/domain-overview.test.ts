import { describe, expect, test } from '@jest/globals';
import { cardsOf } from '../../../functions/back-office/page/src/domain/overview/cards.ts';
import { wrongOf } from '../../../functions/back-office/page/src/domain/overview/wrong.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { english } from '../../../functions/back-office/page/src/language/english.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { englishRecord } from '../../../functions/back-office/page/src/language/record/english.ts';
import type { DomainAnswer } from '../../../functions/core/record/record.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';
import { samplePerformance, sampleRecord } from '../../browser/support/sample-record.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const record = sampleRecord('shop.example', { updatedAt: '2026-11-21T10:00:00.000Z', score: 86 });
const words = { text: english, record: englishRecord, t: createTranslate(messages, 'en'), format: createFormat('en') };
const wrong = (changes: Partial<DomainAnswer> = {}, brokenLinks: number | null = null) =>
  wrongOf({ ...record, ...changes }, brokenLinks, NOW, words).map(
    ({ severity, text, tab }) => `${severity} ${tab}: ${text}`,
  );

describe('what is wrong with a domain', () => {
  test('begins with what fails, each with the tab that tells more', () => {
    const found = wrong({}, 3);
    expect(found[0]).toMatch(/^error audits: /);
    expect(found).toContain('warning site: Broken links within the site: 3');
    expect(found).toContain('warning sources: Sources that failed in their last try: Open PageRank');
    expect(found.map((one) => one.split(' ')[0])).toEqual(found.map((one) => one.split(' ')[0]).toSorted());
  });

  test('tells that certificate and registration end, from two and four weeks before on, and that they have ended', () => {
    const tls = (days_remaining: number) => ({ tls: { ...record.tls!, days_remaining } });
    const ends = (expires_at: string) => ({ registration: { ...record.registration!, expires_at } });
    expect(wrong(tls(15)).join()).not.toMatch(/certificate/);
    expect(wrong(tls(14))).toContain('warning record: The certificate ends in 14 days');
    expect(wrong(tls(-1))).toContain('error record: The certificate has ended');
    expect(wrong(ends('2026-12-22T10:00:00Z')).join()).not.toMatch(/registration/);
    expect(wrong(ends('2026-12-20T10:00:00Z'))).toContain('warning record: The registration ends in 29 days');
    expect(wrong(ends('2026-11-20T10:00:00Z'))).toContain('error record: The registration has ended');
  });

  test('tells that the site did not show its page, and that visitors wait', () => {
    const late = { code: 'http_503', message: '', retryable: true };
    const sources = record.sources.map((one) => (one.id === 'site' ? { ...one, error: late } : one));
    expect(wrong({ sources })[0]).toBe('error sources: Its home page could not be read: HTTP 503');
    const performance = samplePerformance();
    expect(wrong({ performance })).toContain('warning vitals: Core Web Vitals of visitors need improvement');
  });

  test('is nothing where all is well, and where nothing is known', () => {
    const audit = { ...record.audit!, audits: [], extra_checks: [] };
    const sources = record.sources.map((one) => ({ ...one, error: null }));
    const well = { audit, sources, tls: null, registration: null, host_variants: null };
    expect(wrong({ ...well, performance: { field: null, lab: null } })).toEqual([]);
  });
});

describe('the figures of a domain', () => {
  const snapshots = sampleSnapshots(NOW);

  test('have the value of a month before, when they were fetched, and who told them', () => {
    const { cards } = cardsOf(record, snapshots);
    const score = cards.find(({ name }) => name === 'seo_score')!;
    expect(score).toMatchObject({ value: 86, source: 'site', before: { date: '2026-10-22', value: 83 } });
    expect(score.points).toHaveLength(20);
  });

  test('of a crawl are those of the newest snapshot that has them', () => {
    const site = cardsOf(record, snapshots).cards.find(({ name }) => name === 'site_score')!;
    expect(site).toMatchObject({ value: 90, source: 'site_crawl', time: '2026-11-21T10:00:00.000Z' });
  });

  test('that are not known are named, and never nought', () => {
    const { cards, unknown } = cardsOf(record, []);
    expect(unknown).toContain('organic_etv');
    expect(cards.map(({ name }) => name)).not.toContain('organic_etv');
    expect(cards.every(({ before }) => before === null)).toBe(true);
  });
});
