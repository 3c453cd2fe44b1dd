import { getDomain } from 'tldts';
import * as z from 'zod';
import type { Tranco } from '../record/record.ts';
import { answerOf, listOf, readJson } from './providers/read-response.ts';
import type { ProviderAddress } from './providers/provider-client.ts';
import type { Source } from './source.ts';
import { DAY_MS } from '../platform/time/day.ts';

const address: ProviderAddress = { setting: 'TRANCO_URL', baseUrl: 'https://tranco-list.eu' };
/** One request per second is allowed, but some are refused at that rate. */
const RATE_LIMIT = { key: 'tranco', intervalMs: 2_200 };
const REQUEST_MS = 10_000;
const CHANGE_DAYS = 30;
/** A domain whose newest data point is older has left the list; outages of the list have lasted for days. */
const LISTED_DAYS = 7;
/** Maximum distance between the data point and the day 30 days before. */
const TOLERANCE_DAYS = 3;

const ranking = z.object({ ranks: listOf(z.object({ date: z.iso.date(), rank: z.int().positive() })) });
type Point = z.infer<typeof ranking>['ranks'][number];

/** Rank of the registrable domain in the Tranco list, with about 40 daily data points. */
export const trancoSource: Source = {
  id: 'tranco',
  fields: ['popularity.tranco'],
  attribution: 'Tranco list (https://tranco-list.eu), which includes Cloudflare Radar data under CC BY-NC 4.0',
  isEvidence: true,
  address,
  keys: [],
  maxAgeDays: 7,
  hasDailyValues: true,
  inlineMs: 6_000,
  backgroundMs: 45_000,
  costUsd: 0,
  fetch: (domain, context) =>
    answerOf(async () => {
      const base = context.baseUrl(address);
      // The list contains registrable domains only, no subdomains.
      const url = new URL(`/api/ranks/domain/${getDomain(domain) ?? domain}`, base).href;
      const response = await context.http.request(url, { rateLimit: RATE_LIMIT, timeoutMs: REQUEST_MS });
      const http_status = response.status;
      const ranks = http_status === 404 ? [] : readJson(response, ranking).ranks;
      const points = ranks.toSorted((one, other) => other.date.localeCompare(one.date));
      const [newest] = points;
      const past = points.map(({ date, rank }) => ({ date, values: { tranco_rank: rank } }));
      const isListed = newest && context.now() - Date.parse(newest.date) <= LISTED_DAYS * DAY_MS;
      if (!isListed) return { status: 'empty', http_status, sections: { 'popularity.tranco': null }, past };
      return { status: 'ok', http_status, sections: { 'popularity.tranco': describe(newest, points) }, past };
    }),
};

function describe({ date, rank }: Point, points: Point[]): Tranco {
  const before = pointNear(Date.parse(date) - CHANGE_DAYS * DAY_MS, points)?.rank ?? null;
  return { rank, date, rank_30d_ago: before, change_30d: before === null ? null : rank - before };
}

function pointNear(at: number, points: Point[]): Point | undefined {
  const distance = ({ date }: Point) => Math.abs(Date.parse(date) - at);
  const [nearest] = points.toSorted((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) <= TOLERANCE_DAYS * DAY_MS ? nearest : undefined;
}
