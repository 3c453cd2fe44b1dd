import * as z from 'zod';
import type { SearchPositions } from '../record/record.ts';
import { address, amount, attribution, callDataForSeo, count } from './providers/dataforseo-api.ts';
import { answerOf, orNull } from './providers/read-response.ts';
import type { Source } from './source.ts';

/** The market whose search results are evaluated: the United States, in English. */
const MARKET = { location_code: 2840, language_code: 'en' };
const REQUEST_MS = 30_000;
/** Price of one request with one row. */
const COST_USD = 0.0202;

const metrics = z.object({
  etv: amount,
  estimated_paid_traffic_cost: amount,
  count,
  pos_1: count,
  pos_2_3: count,
  pos_4_10: count,
  pos_11_20: count,
  pos_21_30: count,
  pos_31_40: count,
  pos_41_50: count,
  pos_51_60: count,
  pos_61_70: count,
  pos_71_80: count,
  pos_81_90: count,
  pos_91_100: count,
  is_new: count,
  is_up: count,
  is_down: count,
  is_lost: count,
});
const item = z.object({ metrics: orNull(z.object({ organic: orNull(metrics), paid: orNull(metrics) })) });

/** Number of keywords of a domain by position in Google's results, from DataForSEO Labs, a paid API. */
export const dataforseoSource: Source = {
  id: 'dataforseo',
  fields: ['organic', 'paid'],
  attribution,
  isEvidence: true,
  address,
  keys: ['dataforseo-login', 'dataforseo-password'],
  maxAgeDays: 30,
  inlineMs: 8_000,
  // A background retry of a slow request would be charged twice.
  backgroundMs: 0,
  costUsd: COST_USD,
  fetch: (domain, context) =>
    answerOf(() =>
      callDataForSeo(
        {
          path: 'domain_rank_overview/live',
          task: { target: domain, ...MARKET },
          item,
          timeoutMs: REQUEST_MS,
          costUsd: COST_USD,
        },
        context,
        ([row], { status }) => {
          const sections = { organic: describe(row?.metrics?.organic), paid: describe(row?.metrics?.paid) };
          const isEmpty = sections.organic === null && sections.paid === null;
          return { status: isEmpty ? 'empty' : 'ok', http_status: status, sections };
        },
      ),
    ),
};

function describe(found: z.infer<typeof metrics> | null | undefined): SearchPositions | null {
  if (!found) return null;
  const { etv, estimated_paid_traffic_cost, ...counts } = found;
  return { ...MARKET, etv, estimated_cost_usd: estimated_paid_traffic_cost, ...counts };
}
