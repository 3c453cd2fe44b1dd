import { expect, test } from '@jest/globals';
import type { DomainRow, Overview, PastFigures } from '../../../functions/back-office/contract.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { failingOf } from '../../../functions/back-office/page/src/overview/failing.ts';
import { movedDomains } from '../../../functions/back-office/page/src/overview/moved.ts';
import { portfolioRow } from '../../../functions/back-office/page/src/domains/portfolio-row.ts';
import { sampleRow } from './sample-row.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const week = (score: number | null, rank: number | null): PastFigures[] => [['2026-11-16', score, rank]];

test('what has moved this week comes by the change of its score, then of its rank', () => {
  const domains: DomainRow[] = [
    sampleRow('rank-far.example', { tranco_rank: 900_010, past: week(null, 900_000) }),
    sampleRow('rank-near.example', { tranco_rank: 20, past: week(null, 10) }),
    sampleRow('worse.example', { seo_score: 60, past: week(90, null) }),
    sampleRow('better.example', { seo_score: 95, past: week(90, null) }),
    sampleRow('same.example', { seo_score: 90, past: week(90, null) }),
    sampleRow('new.example', { seo_score: 90, past: [] }),
    // Not of this week: its last fetch, or its score.
    sampleRow('stale.example', { seo_score: 10, past: week(90, null), updated_at: '2026-11-10T08:00:00.000Z' }),
    sampleRow('failing.example', { seo_score: 10, past: week(90, null), score_of: '2026-11-01T08:00:00.000Z' }),
  ];
  expect(movedDomains(domains, NOW).map(({ domain }) => domain)).toEqual([
    'worse.example',
    'better.example',
    'rank-near.example',
    'rank-far.example',
  ]);
});

const WELL: Overview = {
  queue: { followed: 1, due: 0, waiting: 0, running: 0, dead_letters: 0, more_dead_letters: false },
  spent_usd: 0.2,
  daily_budget_usd: 1,
  requests: [],
  has_demo: false,
};
const failing = (domains: DomainRow[], overview = WELL) =>
  failingOf(
    domains.map((domain) => portfolioRow(domain, NOW)),
    overview,
    createTranslate(messages, 'en'),
    createFormat('en'),
  );

test('where all is well, nothing needs a look', () => {
  const unknown = sampleRow('unknown.example', { updated_at: null, failed_sources: null });
  const well = sampleRow('well.example', { tls_valid_to: '2027-01-01T00:00:00Z', failed_sources: 0 });
  expect(failing([unknown, well])).toEqual([]);
  expect(failing([], { ...WELL, spent_usd: 0, daily_budget_usd: 0 })).toEqual([]);
});

test('what fails is counted, and leads to the domains that are counted', () => {
  const domains = [
    sampleRow('a.example', { failed_sources: 2, score_error: 'http_503', tls_valid_to: '2026-11-30T00:00:00Z' }),
    sampleRow('b.example', { failed_sources: 1, registration_expires_at: '2026-11-01T00:00:00Z' }),
    sampleRow('c.example', { site: { ended_at: '2026-11-20T00:00:00Z', errors: 1, warnings: 0 } }),
  ];
  const queue = { ...WELL.queue, dead_letters: 1_000, more_dead_letters: true };
  expect(failing(domains, { ...WELL, queue, spent_usd: 1.01 })).toEqual([
    { text: 'Work that was given up: 1,000+', href: '#/queue' },
    { text: 'Today’s budget for paid sources is used up.', href: '#/queue' },
    { text: 'Domains whose page could not be read: 1', href: '#/domains?where=page=failed' },
    { text: 'Domains of which a source failed: 2', href: '#/domains?where=failed>0' },
    { text: 'Sites with errors: 1', href: '#/domains?where=site_errors>0' },
    { text: 'Certificates that end within 14 days, or have ended: 1', href: '#/domains?where=certificate<=14' },
    { text: 'Registrations that end within 30 days, or have ended: 1', href: '#/domains?where=registration<=30' },
  ]);
});
