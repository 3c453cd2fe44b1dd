import type { Costs, Key, KeyUsage, Plan, QueueState } from '../../../functions/back-office/contract.ts';
import type { historyAnswer } from '../../../functions/core/record/history-schema.ts';
import type { z } from 'zod';
import { readCases } from '../../support/cases.ts';

export type History = z.infer<typeof historyAnswer>;

const DAY_MS = 86_400_000;

export const plans = readCases<Plan[]>('page/plans');

export const sampleKeys = () => readCases<Key[]>('page/keys');

/** Returns the allowances of a plan, partly used. */
export function allowancesOf(plan: string | null): Pick<Key, 'domains' | 'pages'> {
  const { domains_per_day = 0, pages_per_day = 0 } = plans.find(({ name }) => name === plan) ?? {};
  return {
    domains: { limit_per_day: domains_per_day, own_limit_per_day: null, used: 120, refused: 3 },
    pages: { limit_per_day: pages_per_day, own_limit_per_day: null, used: 0, refused: 0 },
  };
}

/** Returns daily usage with a weekly pattern. */
export function sampleUsage(plan: string | null, from: string, to: string): KeyUsage {
  const quota = plans.find(({ name }) => name === plan)?.monthly_quota ?? null;
  const days: KeyUsage['days'] = [];
  let left = quota;
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const used = plan === null ? 0 : 40 + ((time / DAY_MS) % 7) * 35;
    left = left === null ? null : left - used;
    days.push({ date: dayOf(time), used, remaining: left });
  }
  return { plan, monthly_quota: quota, from, to, days };
}

export function sampleCosts(now: number): Costs {
  const days = [0.42, 0.61, 0, 0.18, 0.97, 0.33, 0.05].map((spent_usd, ago) => ({
    date: dayOf(now - ago * DAY_MS),
    spent_usd,
    // The two oldest days are from before costs were stored by source.
    by_source: ago < 5 && spent_usd > 0 ? { dataforseo: spent_usd } : {},
  }));
  return { daily_budget_usd: 1, days };
}

export const sampleQueue = (): QueueState => ({
  followed: 214,
  due: 9,
  waiting: 3,
  running: 1,
  dead_letters: 2,
  more_dead_letters: false,
});

const sampleChanges: Record<number, History['snapshots'][number]['changes']> = {
  0: [
    { field: 'seo_score', from: 85, to: 86 },
    { field: 'tranco_rank', from: 48_401, to: 48_211 },
  ],
  3: [{ field: 'canonical', from: 'https://www.shop.example/', to: 'https://shop.example/en/' }],
  7: [{ field: 'expires_at', from: '2026-05-17T09:30:00.000Z', to: '2027-05-17T09:30:00.000Z' }],
  9: [{ field: 'meta_robots', from: 'index', to: 'noindex' }],
};

/** Returns snapshots of every third day, newest first, with improving scores and ranks. */
export function sampleSnapshots(now: number): History['snapshots'] {
  return Array.from({ length: 20 }, (_, index) => {
    const time = new Date(now - index * 3 * DAY_MS).toISOString();
    return {
      captured_at: time,
      date: time.slice(0, 10),
      site_status: 'ok',
      origin: 'scheduled' as const,
      seo_score: 86 - Math.floor(index / 3),
      http_status: 200,
      tranco_rank: 48_211 + index * 190 + (index % 4) * 420,
      open_page_rank: null,
      organic_etv: null,
      organic_count: null,
      lcp_p75_ms: null,
      inp_p75_ms: 212 + (index % 3) * 6,
      cls_p75: 0.04 + Math.floor(index / 5) / 100,
      ttfb_p75_ms: 702 + (index % 4) * 15,
      fcp_p75_ms: 1_630 + (index % 4) * 40,
      tls_days_remaining: 39 + index * 3,
      expires_at: '2027-05-17T09:30:00.000Z',
      meta_robots: index > 4 ? 'noindex' : null,
      canonical: index > 3 ? 'https://www.shop.example/' : 'https://shop.example/en/',
      word_count: 812 - (index % 5) * 11,
      links_total: 96 - (index % 3),
      site_score: index % 7 === 0 ? 90 - index : null,
      site_pages: index % 7 === 0 ? 480 + index : null,
      site_broken_links: index % 7 === 0 ? index : null,
      site_crawl: index % 7 === 0 ? 'complete' : null,
      title: 'Trail running shoes and waterproof jackets',
      content_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      changes: sampleChanges[index] ?? [],
    };
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
