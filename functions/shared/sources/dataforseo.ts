import * as z from 'zod';
import type { SearchPositions } from '../record/record.ts';
import { answerOf, badKey, orNull, rateLimited, readJson, Refusal, unreadable } from './judge-json.ts';
import type { ProviderResponse } from './provider-client.ts';
import type { Source, SourceAnswer, SourceContext } from './source.ts';

/** Whose search results count: the United States, in English. */
const MARKET = { location_code: 2840, language_code: 'en' };
/** 2,000 requests a minute are allowed. */
const PACE = { key: 'dataforseo', intervalMs: 50 };
const REQUEST_MS = 30_000;
/** One call and one row. */
const COST_USD = 0.0202;

/** Internal status codes (https://docs.dataforseo.com/v3/appendix/errors). */
const OK = 20_000;
const NO_RESULTS = 40_102;

const count = orNull(z.int().nonnegative());
const amount = orNull(z.number().nonnegative());
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

const envelope = z.object({
  status_code: z.int(),
  cost: amount,
  tasks: orNull(
    z.array(
      z.object({
        status_code: z.int(),
        result: z.array(z.object({ items: z.array(item).nullish() }).nullable()).nullish(),
      }),
    ),
  ),
});
type Envelope = z.infer<typeof envelope>;

/** How often a domain stands where in Google's results, by DataForSEO Labs. It costs money. */
export const dataforseoSource: Source = {
  id: 'dataforseo',
  fields: ['organic', 'paid'],
  attribution: 'DataForSEO (https://dataforseo.com)',
  isEvidence: true,
  keys: ['dataforseo-login', 'dataforseo-password'],
  maxAgeDays: 30,
  inlineMs: 8_000,
  // Asked again in the background, an answer that is late would be paid twice.
  backgroundMs: 0,
  costUsd: COST_USD,
  ask: (domain, context) =>
    answerOf(async () => {
      const response = await request(domain, context);
      // A call that is turned away is not charged.
      let costUsd = response.status >= 400 && response.status < 500 ? 0 : COST_USD;
      const answer = await answerOf(() => {
        judgeStatus(response, response.status * 100);
        const told = readJson(response, envelope);
        costUsd = told.cost ?? costUsd;
        return read(told, response);
      });
      return { ...answer, costUsd };
    }),
};

function request(domain: string, { http, baseUrl, keys }: SourceContext): Promise<ProviderResponse> {
  const base = baseUrl('DATAFORSEO_URL', 'https://api.dataforseo.com');
  const credentials = Buffer.from(`${keys['dataforseo-login']}:${keys['dataforseo-password']}`).toString('base64');
  return http.request(new URL('/v3/dataforseo_labs/google/domain_rank_overview/live', base).href, {
    pace: PACE,
    timeoutMs: REQUEST_MS,
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    json: [{ target: domain, ...MARKET }],
  });
}

/** Errors come with HTTP 200, for the whole call or for its one task. */
function read({ status_code, tasks }: Envelope, response: ProviderResponse): SourceAnswer {
  const task = tasks?.[0];
  const code = status_code === OK ? task?.status_code : status_code;
  if (code === undefined) throw unreadable(response);
  if (code !== NO_RESULTS) judgeStatus(response, code);
  const found = task?.result?.[0]?.items?.[0]?.metrics;
  const sections = { organic: describe(found?.organic), paid: describe(found?.paid) };
  const nothing = sections.organic === null && sections.paid === null;
  return { status: nothing ? 'empty' : 'ok', http_status: response.status, sections };
}

/**
 * @param code internal status code, whose first three digits are those of an HTTP status
 * @throws {Refusal} where it stands for a failure that is not left to `readJson`
 */
function judgeStatus(response: ProviderResponse, code: number): void {
  if (code === 40_202 || code === 40_209) throw rateLimited(response);
  const kind = Math.floor(code / 100);
  if (kind === 401) throw badKey(response);
  if (kind === 402) {
    throw new Refusal(response, 'error', {
      code: 'payment_required',
      message: "The account's money or limit is used up",
      retryable: false,
    });
  }
  if (code === OK || response.status !== 200) return;
  throw new Refusal(response, 'error', {
    code: code >= 50_000 ? 'unavailable' : 'refused',
    message: `The provider answered with its error ${code}`,
    retryable: code >= 50_000,
  });
}

function describe(found: z.infer<typeof metrics> | null | undefined): SearchPositions | null {
  if (!found) return null;
  const { etv, estimated_paid_traffic_cost, ...counts } = found;
  return { ...MARKET, etv, estimated_cost_usd: estimated_paid_traffic_cost, ...counts };
}
