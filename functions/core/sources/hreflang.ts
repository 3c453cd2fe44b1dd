import { hasFailed, NetworkFailure } from '../platform/network/failures.ts';
import {
  type Alternate,
  type AlternateAnswer,
  comparableAddress,
  declaredCluster,
  judgeCluster,
} from '../analysis/hreflang.ts';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { noHomePage, STOPPED } from './site/home-page.ts';
import { type CrawledSite, ofOwnHosts, type Source, type SourceContext } from './source.ts';
import type { Hop } from '../platform/network/http-client.ts';
import type { Page } from '../record/record.ts';
import { crawlDelayOf, addRobots, type RobotsGate } from './site/robots-gate.ts';
import type { SiteRequests } from './site/site-requests.ts';

/** Whether the alternates of the home page exist, link back to it, and have the declared languages. */
export const hreflangSource: Source = {
  id: 'hreflang',
  fields: ['hreflang_cluster'],
  ...ofOwnHosts,
  isEvidence: false,
  maxAgeDays: 7,
  // It waits until the source site has read the home page.
  inlineMs: 22_000,
  backgroundMs: 60_000,
  followsCrawl: true,
  async fetch(_domain, context) {
    const crawled = await context.crawled;
    if (!crawled) return noHomePage;
    const { page } = crawled;
    const declared = declaredCluster(page);
    const owner = ownerOf(page.final_url);
    const alternates = declared.others.filter(({ url }) => ownerOf(url) === owner);
    const { answers, isStopped } = await requestAlternates({ alternates, names: declared.names }, crawled, context);
    const section = judgeCluster(declared, page.lang, answers);
    return { ...(isStopped ? STOPPED : { status: 'ok' }), sections: { hreflang_cluster: section } };
  },
};

function ownerOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}

const PAGE_MS = 5_000;
const PAGE_BYTES = 5_000_000;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';

interface RequestedAlternates {
  /** Distinct, in the order of the page. */
  alternates: Alternate[];
  /** Addresses of the home page. */
  names: string[];
}

/**
 * Requests up to five alternates of a page, with at most five requests, which include robots.txt files that were not read
 * yet. Addresses that the crawl has requested are not requested again. Alternates that robots.txt disallows or the
 * operator blocks are omitted.
 *
 * @returns `isStopped`: whether the site requested a pause before all requests were sent
 * @throws {ProviderUnavailable} if the wait for the slots is too long; no request is sent then
 */
async function requestAlternates(
  { alternates, names }: RequestedAlternates,
  { page, robotsTxt }: CrawledSite,
  { site, reader }: Pick<SourceContext, 'site' | 'reader'>,
) {
  addRobots(robotsTxt, site.gate);
  const crawled = crawledStatuses(page);
  const allowed = await filterAllowed(alternates, site.gate);
  const { chosen, requests } = planRequests(
    allowed,
    (url) => crawled.has(url),
    (url) => site.gate.isKnown(new URL(url)),
  );
  const host = new URL(page.final_url).hostname;
  const request = { host, count: requests, crawlDelaySeconds: crawlDelayOf(robotsTxt) };
  const slots = requests > 0 ? await site.take(request) : null;
  const outcomes = await Promise.all(
    chosen.map(async (alternate) => {
      const status = crawled.get(alternate.url);
      if (!slots || status !== undefined) return { alternate, status: status ?? null, page: null };
      return requestAlternate(alternate, names, slots, reader);
    }),
  );
  const answers = outcomes.filter((outcome) => typeof outcome === 'object');
  return { answers, isStopped: outcomes.includes('stopped') };
}

/** Returns the statuses of the addresses that the crawl has requested, without the page itself. */
function crawledStatuses({ requested_url, redirects }: Page): Map<string, number | null> {
  const requested = new URL(requested_url);
  // A page is requested over http only if https has failed.
  const failed = requested.protocol === 'http:' ? [`https://${requested.host}/`] : [];
  const statuses = new Map<string, number | null>(failed.map((url) => [url, null]));
  for (const { url, status } of redirects) statuses.set(comparableAddress(url) ?? url, status);
  return statuses;
}

/** Omits alternates that a known robots.txt disallows. */
async function filterAllowed(alternates: Alternate[], gate: RobotsGate): Promise<Alternate[]> {
  const allowed = await Promise.all(
    alternates.map(async ({ url }) => {
      if (!gate.isKnown(new URL(url))) return true;
      return gate.admit(new URL(url)).then(
        () => true,
        (error: unknown) => !isForbidden(error),
      );
    }),
  );
  return alternates.filter((_, index) => allowed[index]);
}

/** @returns the response, or why the alternate was not requested */
async function requestAlternate(
  alternate: Alternate,
  names: string[],
  slots: SiteRequests,
  reader: SourceContext['reader'],
): Promise<AlternateAnswer | 'forbidden' | 'stopped'> {
  let hop: Hop | null = null;
  try {
    const url = new URL(alternate.url);
    await slots.admit(url);
    hop = await slots.send(url, { timeoutMs: PAGE_MS, maxBytes: PAGE_BYTES, accept: ACCEPT });
    return await readAnswer(alternate, hop, names, reader);
  } catch (error) {
    if (isForbidden(error)) return 'forbidden';
    if (hasFailed(error, 'rate_limited')) return 'stopped';
    if (error instanceof NetworkFailure) return { alternate, status: hop?.status ?? null, page: null };
    throw error;
  }
}

async function readAnswer(
  alternate: Alternate,
  { status, headers, body, location, truncated }: Hop,
  names: string[],
  reader: SourceContext['reader'],
): Promise<AlternateAnswer> {
  if (location) return { alternate, status, page: null };
  const isCutOff = truncated && body.reduce((sum, piece) => sum + piece.length, 0) < PAGE_BYTES;
  const page = await reader.readAlternate({ url: alternate.url, headers, body, isCutOff }, names);
  const wantsRest = status === 429 || (status === 503 && headers.some(([name]) => name === 'retry-after'));
  const isPage = status >= 200 && status <= 299;
  return { alternate, status, page: isPage ? page : null, isRefused: page === null || wantsRest };
}

function isForbidden(error: unknown): boolean {
  return (
    hasFailed(error, 'robots_disallowed') || hasFailed(error, 'robots_elsewhere') || hasFailed(error, 'host_blocked')
  );
}

/** Maximum number of requests for one home page, robots.txt files included. */
const MOST_REQUESTS = 5;
const MOST_ALTERNATES = 5;

/**
 * Chooses the alternates to request within the maximum number of requests. If not all fit, alternates whose robots.txt is
 * known come first. Alternates of one origin share the request for its robots.txt.
 *
 * @param isAnswered whether the crawl has already requested an address
 * @param isKnown whether the robots.txt of an address was read
 * @returns the chosen ones in the order of the page, and the number of requests that they require
 */
export function planRequests(
  alternates: Alternate[],
  isAnswered: (url: string) => boolean,
  isKnown: (url: string) => boolean,
) {
  const costOf = (chosen: Alternate[]) => {
    const requested = chosen.flatMap(({ url }) => (isAnswered(url) ? [] : new URL(url)));
    const files = new Set(requested.filter(({ href }) => !isKnown(href)).map(({ origin }) => origin));
    return requested.length + files.size;
  };
  const first = alternates.slice(0, MOST_ALTERNATES);
  const needsNoFile = ({ url }: Alternate) => isAnswered(url) || isKnown(url);
  const preferred = costOf(first) <= MOST_REQUESTS ? first : sortedBy(alternates, needsNoFile);
  const chosen: Alternate[] = [];
  for (const alternate of preferred) {
    if (chosen.length < MOST_ALTERNATES && costOf([...chosen, alternate]) <= MOST_REQUESTS) chosen.push(alternate);
  }
  return { chosen: alternates.filter((alternate) => chosen.includes(alternate)), requests: costOf(chosen) };
}

function sortedBy(alternates: Alternate[], isFirst: (alternate: Alternate) => boolean): Alternate[] {
  return [...alternates.filter(isFirst), ...alternates.filter((alternate) => !isFirst(alternate))];
}
