import * as z from 'zod';
import { answerOf, badKey, listOf, orNull, rateLimited, readJson, Refusal, unreadable } from './read-response.ts';
import type { ProviderAddress, ProviderContext, ProviderResponse } from './provider-client.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';

export const address: ProviderAddress = { setting: 'DATAFORSEO_URL', baseUrl: 'https://api.dataforseo.com' };
/** 2,000 requests per minute are allowed. */
const RATE_LIMIT = { key: 'dataforseo', intervalMs: 50 };

/** Internal status codes (https://docs.dataforseo.com/v3/appendix/errors). */
const OK = 20_000;
const NO_RESULTS = 40_102;

export const attribution = 'DataForSEO (https://dataforseo.com)';

/** A value that may be missing or malformed. */
export const count = orNull(z.int().nonnegative());
export const amount = orNull(z.number().nonnegative());

export interface DataForSeoCall<Item extends z.ZodType> {
  /** Path below `/v3/dataforseo_labs/google/`. */
  path: string;
  task: object;
  /** Schema of one row of the response. */
  item: Item;
  timeoutMs: number;
  /** Maximum cost of the call. */
  costUsd: number;
}

/**
 * Makes a live call to DataForSEO Labs.
 *
 * @param read creates the answer from the rows, of which there may be none
 * @returns the answer, with the cost of the call
 */
export async function callDataForSeo<Item extends z.ZodType, Answer extends SourceAnswer>(
  call: DataForSeoCall<Item>,
  { http, baseUrl, keys }: ProviderContext,
  read: (items: z.infer<Item>[], response: ProviderResponse) => Answer,
): Promise<(Answer | SourceAnswer) & { costUsd: number }> {
  const base = baseUrl(address);
  const credentials = Buffer.from(`${keys['dataforseo-login']}:${keys['dataforseo-password']}`).toString('base64');
  const response = await http.request(new URL(`/v3/dataforseo_labs/google/${call.path}`, base).href, {
    rateLimit: RATE_LIMIT,
    timeoutMs: call.timeoutMs,
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    json: [call.task],
  });
  // A rejected call is not charged.
  let costUsd = response.status >= 400 && response.status < 500 ? 0 : call.costUsd;
  const answer = await answerOf(() => {
    judgeStatus(response, response.status * 100);
    const envelope = readJson(response, envelopeOf(call.item));
    costUsd = envelope.cost ?? costUsd;
    return read(itemsOf(envelope, response), response);
  });
  return { ...answer, costUsd };
}

function envelopeOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    status_code: z.int(),
    cost: amount,
    tasks: orNull(
      listOf(
        z.object({
          status_code: z.int(),
          result: listOf(z.object({ items: listOf(item).nullish() }).nullable()).nullish(),
        }),
      ),
    ),
  });
}
type Envelope<Item extends z.ZodType> = z.infer<ReturnType<typeof envelopeOf<Item>>>;

/** Returns the rows. Errors have HTTP status 200, and are of the whole call or of its one task. */
function itemsOf<Item extends z.ZodType>({ status_code, tasks }: Envelope<Item>, response: ProviderResponse) {
  const task = tasks?.[0];
  const code = status_code === OK ? task?.status_code : status_code;
  if (code === undefined) throw unreadable(response);
  if (code !== NO_RESULTS) judgeStatus(response, code);
  return task?.result?.[0]?.items ?? [];
}

/**
 * @param code internal status code, whose first three digits are those of an HTTP status
 * @throws {Refusal} if it is a failure that `readJson` does not handle
 */
function judgeStatus(response: ProviderResponse, code: number): void {
  if (code === 40_202 || code === 40_209) throw rateLimited(response);
  const kind = Math.floor(code / 100);
  if (kind === 401) throw badKey(response);
  if (kind === 402) {
    throw new Refusal(response, 'error', {
      code: 'payment_required',
      message: "The account's balance or limit at the provider is used up",
      retryable: false,
    });
  }
  if (code === OK || response.status !== 200) return;
  throw new Refusal(response, 'error', {
    code: code >= 50_000 ? 'unavailable' : 'refused',
    message: `The provider returned its error ${code}`,
    retryable: code >= 50_000,
  });
}
