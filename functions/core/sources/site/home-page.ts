import { NetworkFailure, TLS_FAILURES } from '../../platform/network/failures.ts';
import { fetchUrl, type ServedPage } from '../../platform/network/http-client.ts';
import type { Network } from '../../platform/network/network.ts';
import { failure, failureAnswer } from '../providers/read-response.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import type { SiteAccess } from './site-requests.ts';

/** Time limit of all attempts together: both schemes, both hosts, redirects and their robots.txt files. */
const PAGE_MS = 10_000;
export const PAGE_BYTES = 5_000_000;

/**
 * Whether the body of a page is incomplete because of a timeout or a lost connection, so that nothing is known of what
 * it lacks. One above the size limit is read up to it.
 */
export function hasBrokenOff({ status, truncated, body }: Pick<ServedPage, 'status' | 'truncated' | 'body'>): boolean {
  return status === 200 && truncated && body.reduce((sum, { length }) => sum + length, 0) < PAGE_BYTES;
}
export const HTML_ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';

/** Failures that mean that the site does not serve https; any other failure would happen over http too. */
export const NO_HTTPS: readonly string[] = [
  'connection_refused',
  'connection_reset',
  'host_unreachable',
  'timeout',
  ...TLS_FAILURES,
  'bad_response',
];
/** The port is closed; the failure of the other scheme is more informative. */
export const CLOSED = ['connection_refused', 'host_unreachable'];

/**
 * Fetches a domain's home page: over https, else over http; with `www.` if the name itself has no address.
 *
 * @throws {NetworkFailure} the most informative failure if no attempt succeeds
 */
export async function fetchHomePage(
  domain: string,
  network: Network,
  site: Pick<SiteAccess, 'admit'>,
): Promise<ServedPage> {
  const until = performance.now() + PAGE_MS;
  const visit = (url: string) =>
    fetchUrl(url, {
      network,
      until,
      maxBytes: PAGE_BYTES,
      accept: HTML_ACCEPT,
      admit: (hop) => site.admit(hop, until),
    });
  return fetchFromSite(domain, visit);
}

/**
 * Fetches something of a domain's site: over https, else over http; with `www.` if the name itself has no address.
 *
 * @param visit fetches it, given the address of a home page
 * @throws {NetworkFailure} the most informative failure if no attempt succeeds
 */
export async function fetchFromSite(domain: string, visit: (home: string) => Promise<ServedPage>): Promise<ServedPage> {
  try {
    return await fetchHost(domain, visit);
  } catch (failure) {
    if (!isFirstHop(failure, ['name_not_found'])) throw failure;
    return await fetchHost(`www.${domain}`, visit).catch((second: unknown) => {
      throw isFirstHop(second, ['name_not_found']) ? failure : second;
    });
  }
}

async function fetchHost(host: string, visit: (url: string) => Promise<ServedPage>): Promise<ServedPage> {
  try {
    return await visit(`https://${host}/`);
  } catch (failure) {
    if (!isFirstHop(failure, NO_HTTPS)) throw failure;
    const page = await visit(`http://${host}/`).catch((second: unknown) => {
      throw isFirstHop(second, CLOSED) && !isFirstHop(failure, CLOSED) ? failure : second;
    });
    return { ...page, overHttps: failure.code };
  }
}

/** Whether this is a failure of the first address, not of a redirect, with one of these codes. */
function isFirstHop(error: unknown, codes: readonly string[]): error is NetworkFailure {
  return error instanceof NetworkFailure && error.redirects === 0 && codes.includes(error.code);
}

/** Answer of sources that depend on the home page, if it was never read. */
export const noHomePage = failure('error', 'no_home_page', 'The home page could not be read');

export const rests = new NetworkFailure('rate_limited');
/** Part of the answer of sources that depend on the home page, if the site requested a pause before their last request. */
export const STOPPED: SourceAnswer = { ...failureAnswer(rests), status: 'partial' };
