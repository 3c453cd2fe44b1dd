import { judgeGoogleKey } from '../providers/google-key.ts';
import type { ProviderAddress, ProviderResponse } from '../providers/provider-client.ts';
import type { SourceContext } from '../source.ts';
import { metricNames } from './wire.ts';

export const address: ProviderAddress = { setting: 'CRUX_URL', baseUrl: 'https://chromeuxreport.googleapis.com' };

/**
 * A project may send 150 requests a minute for free, over both methods and all kinds of devices. Each of the three
 * questions about a site has a third of them: none of them waits for another.
 */
const INTERVAL_MS = 1_200;
const REQUEST_MS = 10_000;

export interface Question {
  /** Exact: scheme, `www.` and port make a difference. */
  origin: string;
  formFactor: 'PHONE' | 'DESKTOP';
  /** Of the history: how many weeks. */
  collectionPeriodCount?: number;
}

/**
 * Asks for all metrics that the record has.
 *
 * @throws {Refusal} where the key is not accepted
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
export async function askCrux(
  method: 'queryRecord' | 'queryHistoryRecord',
  question: Question,
  { http, baseUrl, keys }: SourceContext,
): Promise<ProviderResponse> {
  const url = new URL(`/v1/records:${method}`, baseUrl(address));
  url.searchParams.set('key', keys['google-api-key'] ?? '');
  const response = await http.request(url.href, {
    pace: { key: paceOf(method, question), intervalMs: INTERVAL_MS },
    timeoutMs: REQUEST_MS,
    method: 'POST',
    json: { ...question, metrics: metricNames },
  });
  judgeGoogleKey(response);
  return response;
}

function paceOf(method: string, { formFactor }: Question): string {
  if (method === 'queryHistoryRecord') return 'crux history';
  return formFactor === 'PHONE' ? 'crux' : 'crux desktop';
}
