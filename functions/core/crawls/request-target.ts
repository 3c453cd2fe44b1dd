import { hasChallengeHeader } from '../analysis/challenge.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import { NetworkFailure } from '../platform/network/failures.ts';
import { followRedirects } from '../platform/network/http-client.ts';
import type { CheckedTarget } from '../record/crawled-page.ts';
import { visitHop } from '../sources/site/visit-hop.ts';
import type { CrawlAccess } from './crawl-access.ts';

/**
 * Statuses with which servers refuse this client or this request, although visitors may find something at the address:
 * login, payment, robots, method, format, rate, law (RFC 9110, 15.5; RFC 6585; RFC 7725). 503 is temporary by definition,
 * and 999 is LinkedIn's refusal of crawlers.
 */
const REFUSALS = new Set([
  401, 402, 403, 405, 406, 407, 408, 409, 418, 421, 423, 425, 426, 428, 429, 431, 451, 503, 999,
]);
const TOO_MANY_REQUESTS = 429;
/** Failures of servers that do not implement HEAD. */
const HEAD_FAILURES = ['connection_reset', 'bad_response'];

type Access = Pick<CrawlAccess, 'gate' | 'send'>;

/**
 * Requests an external target or a resource with HEAD, and follows its redirects. Any response that does not show that
 * the target exists is verified with GET, whose body is not read: many servers answer HEAD wrongly.
 *
 * @param url in normal form
 * @throws {ProviderUnavailable} if a site has no slot now, or has requested a pause
 */
export async function requestTarget(
  url: string,
  access: Access,
  reader: Pick<SiteReader, 'judgeRobots'>,
): Promise<CheckedTarget> {
  const head = await request(url, 'HEAD', access, reader);
  const { status, failure } = head;
  const isVerified = status === null ? HEAD_FAILURES.includes(failure ?? '') : status >= 400;
  if (!isVerified || status === TOO_MANY_REQUESTS) return judged(head, null);
  return judged(await request(url, 'GET', access, reader), status);
}

/** @returns the outcome of an address that was not requested, or whose request failed */
export function uncheckedTarget(url: string, failure: string): CheckedTarget {
  return { url, http_status: null, end: null, bytes: null, state: 'unchecked', failure };
}

interface Response extends Omit<CheckedTarget, 'state'> {
  /** Of the last response; `null`: there is none. */
  status: number | null;
}

async function request(
  url: string,
  method: 'GET' | 'HEAD',
  access: Access,
  reader: Pick<SiteReader, 'judgeRobots'>,
): Promise<Response> {
  const limits = { method, accept: '*/*', maxBytes: 0, wantsBody: () => false };
  let first: number | null = null;
  try {
    const answer = await followRedirects(url, async (hop, redirectedFrom) => {
      const visit = await visitHop(hop, 'applicable', { ...access, reader }, { ...limits, redirectedFrom });
      first ??= visit.hop.status;
      return visit.hop;
    });
    const { status, headers, redirects } = answer;
    const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? NaN);
    return {
      url,
      status,
      http_status: first,
      bytes: Number.isSafeInteger(length) ? length : null,
      end: redirects.length === 0 ? null : { url: answer.url, status, hops: redirects.length },
      failure: hasChallengeHeader(headers) ? 'challenge' : null,
    };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { url, status: null, http_status: first, end: null, bytes: null, failure: error.code };
  }
}

/**
 * Decides whether a target is broken: its host has no IP address, it responded with 4xx other than a refusal, or twice
 * with 5xx.
 *
 * @param statusOfHead of the request before; `null`: there was none
 */
function judged({ status, ...response }: Response, statusOfHead: number | null): CheckedTarget {
  const state = stateOf(status, response.failure, statusOfHead);
  const isRefusal = state === 'unchecked' && response.failure === null;
  return { ...response, state, ...(isRefusal && { failure: `http_${status}` }) };
}

function stateOf(status: number | null, failure: string | null, statusOfHead: number | null): CheckedTarget['state'] {
  if (failure !== null || status === null) return failure === 'name_not_found' ? 'broken' : 'unchecked';
  if (status < 400) return 'found';
  if (REFUSALS.has(status) || status > 599) return 'unchecked';
  return status < 500 || (statusOfHead ?? 0) >= 500 ? 'broken' : 'unchecked';
}
