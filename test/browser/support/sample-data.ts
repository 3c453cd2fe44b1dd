import type { Key, Plan } from '../../../functions/back-office/contract.ts';
import type { historyAnswer } from '../../../functions/core/record/history-schema.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { z } from 'zod';
import { readCases } from '../../support/cases.ts';

type History = z.infer<typeof historyAnswer>;

export const plans = readCases<Plan[]>('page/plans');

export const sampleKeys = () => readCases<Key[]>('page/keys');

/** Returns snapshots of every third day, newest first, with improving scores and ranks. */
export function sampleSnapshots(now: number): History['snapshots'] {
  return Array.from({ length: 20 }, (_, index) => {
    const time = new Date(now - index * 3 * DAY_MS).toISOString();
    return {
      captured_at: time,
      date: time.slice(0, 10),
      site_status: 'ok',
      origin: 'scheduled' as const,
      seo_score: Math.max(80, 86 - Math.ceil(index / 3)),
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
      expires_at: `${index > 7 ? 2026 : 2027}-05-17T09:30:00.000Z`,
      meta_robots: index > 9 ? 'index' : 'noindex',
      canonical: index > 3 ? 'https://www.shop.example/' : 'https://shop.example/en/',
      word_count: 812 - (index % 5) * 11,
      links_total: 96 - (index % 3),
      site_score: index % 7 === 0 ? 90 - index : null,
      site_pages: index % 7 === 0 ? 480 + index : null,
      site_broken_links: index % 7 === 0 ? index : null,
      site_crawl: index % 7 === 0 ? 'complete' : null,
      title: 'Trail running shoes and waterproof jackets',
      content_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ai_policy: null,
      changes: [],
    };
  });
}
