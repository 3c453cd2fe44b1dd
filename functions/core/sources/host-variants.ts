import { NetworkFailure } from '../platform/network/failures.ts';
import { noHomePage, rests, STOPPED } from './site/home-page.ts';
import { type CrawledSite, ofOwnHosts, type Source } from './source.ts';
import type { Hop } from '../platform/network/http-client.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import { crawlDelayOf, addRobots } from './site/robots-gate.ts';
import type { SiteAccess, SiteRequests } from './site/site-requests.ts';
import type { HostVariants } from '../record/record.ts';

/**
 * Final addresses of http and https, with and without `www.`. Addresses that the source `site` has requested are not
 * requested again.
 */
export const hostVariantsSource: Source = {
  id: 'host_variants',
  fields: ['host_variants'],
  ...ofOwnHosts,
  isEvidence: false,
  maxAgeDays: 7,
  followsCrawl: true,
  // It waits for the source site.
  inlineMs: 22_000,
  backgroundMs: 60_000,
  async fetch(domain, { crawled, site }) {
    const crawl = await crawled;
    if (!crawl) return noHomePage;
    const variants = variantsOf(domain);
    const steps = stepsOfCrawl(domain, crawl);
    await requestVariants(variants, steps, crawl, site);
    const section = describeVariants(variants, crawl.page.final_url, steps);
    const isStopped = section.variants.some(({ error }) => error === rests.code);
    return { ...(isStopped ? STOPPED : { status: 'ok' }), sections: { host_variants: section } };
  },
};

/** Maximum number of requests, redirects included. */
const MAX_REQUESTS = 4;
const REQUEST_MS = 5_000;
/** Only status and headers are used; this is the lowest limit of a body. */
const BODY_BYTES = 1;

/**
 * Requests the unknown variants and adds their responses to the steps, then the addresses that they lead to, as long as
 * requests are left and the site has slots for them. Home pages are allowed, since the crawled one was; other paths are
 * checked against robots.txt, which counts as a request if it was not read yet.
 *
 * @throws {ProviderUnavailable} if the site has no slots for the variants; no request is sent then
 */
async function requestVariants(
  variants: string[],
  steps: Steps,
  { robotsTxt }: CrawledSite,
  site: SiteAccess,
): Promise<void> {
  addRobots(robotsTxt, site.gate);
  const take = (url: string, count: number) =>
    site.take({ host: new URL(url).hostname, count, crawlDelaySeconds: crawlDelayOf(robotsTxt) });

  const unknown = variants.filter((url) => !steps.has(url));
  if (unknown.length === 0) return;
  const requests = await take(unknown[0]!, unknown.length);
  // In parallel, so that a host that does not answer does not delay the others.
  const answers = await Promise.all(unknown.map((url) => stepOf(() => send(new URL(url), requests))));
  for (const [index, url] of unknown.entries()) steps.set(url, answers[index]!);

  const origins = variants.map((url) => new URL(url).origin);
  const costOf = (url: string) => (site.gate.isKnown(new URL(url)) ? 1 : 2);
  for (let left = MAX_REQUESTS - unknown.length; ;) {
    const own = unrequestedAddresses(variants, steps).filter((url) => origins.includes(new URL(url).origin));
    const next = own.find((url) => costOf(url) <= left);
    if (next === undefined) return;
    const cost = costOf(next);
    const slots = await take(next, cost).catch(nullWhereBusy);
    if (!slots) return;
    steps.set(next, await stepOf(() => sendAdmitted(new URL(next), slots)));
    left -= cost;
  }
}

const send = (url: URL, requests: SiteRequests) => requests.send(url, { timeoutMs: REQUEST_MS, maxBytes: BODY_BYTES });

async function sendAdmitted(url: URL, requests: SiteRequests): Promise<Hop> {
  await requests.admit(url);
  return send(url, requests);
}

async function stepOf(request: () => Promise<Hop>): Promise<Step> {
  try {
    const { status, location } = await request();
    return { status, location: location?.href ?? null };
  } catch (error) {
    if (error instanceof NetworkFailure) return { error: error.code };
    throw error;
  }
}

/** Returns the addresses that variants lead to and that were not requested, each once. */
function unrequestedAddresses(variants: string[], steps: Steps): string[] {
  const ends = variants.map((url) => endOf(url, steps));
  return [...new Set(ends.flatMap(({ url, status, error }) => (status === null && error === null ? url : [])))];
}

function nullWhereBusy(error: unknown): null {
  if (error instanceof ProviderUnavailable) return null;
  throw error;
}

/**
 * Returns the section of the record. An address that was not requested is `not_followed`.
 *
 * @param homeUrl final address of the crawl; its origin is preferred among origins with equally many variants
 */
function describeVariants(variants: string[], homeUrl: string, steps: Steps): HostVariants {
  const ends = variants.map((url) => ({ url, end: endOf(url, steps) }));
  const origins = ends.filter(({ end }) => end.status !== null).map(({ end }) => new URL(end.url).origin);
  return {
    preferred: mostFrequent(origins, new URL(homeUrl).origin),
    consistent: origins.length < 2 ? null : new Set(origins).size === 1,
    variants: ends.map(({ url, end }) => variantOf(url, end)),
  };
}

function variantOf(url: string, { hops, status, error, url: finalUrl }: End): HostVariants['variants'][number] {
  if (status !== null) return { url, http_status: status, final_url: finalUrl, hops, error: null };
  const unanswered = { url, http_status: null, error: error ?? 'not_followed' };
  return hops === 0 ? { ...unanswered, final_url: null, hops: null } : { ...unanswered, final_url: finalUrl, hops };
}

/** @returns the most frequent value: `inDoubt` if it is one of several, otherwise the first; `null` for no values */
function mostFrequent(values: string[], inDoubt: string): string | null {
  const count = (value: string) => values.filter((each) => each === value).length;
  const most = Math.max(...values.map(count));
  const candidates = values.filter((value) => count(value) === most);
  return candidates.includes(inDoubt) ? inDoubt : (candidates[0] ?? null);
}

/** The response of one address: its status and the target of its redirect, or why there is none. */
type Step = { status: number; location: string | null } | { error: string };

/** Responses by address. */
type Steps = Map<string, Step>;

/** The last known address that an address leads to. */
interface End {
  /** The last address of the redirects. */
  url: string;
  /** Number of redirects. */
  hops: number;
  /** HTTP status of that address; `null` if there is none. */
  status: number | null;
  /** Why there is no status; `null` also for an address that was not requested. */
  error: string | null;
}

/** Returns the addresses of a domain's home page: http and https, without and with `www.` */
function variantsOf(domain: string): string[] {
  return [`http://${domain}/`, `http://www.${domain}/`, `https://${domain}/`, `https://www.${domain}/`];
}

/**
 * Returns the responses that the crawl implies: those of its redirects, and the failures before its first address, since
 * `fetchHomePage` tries https before http, and `www.` only if the name itself has no address. Of a stored crawl over http,
 * the failure of https is not known.
 */
function stepsOfCrawl(domain: string, { page, overHttps }: CrawledSite): Steps {
  const first = new URL(page.requested_url);
  const failed: [string, Step][] = [];
  if (first.hostname !== domain) {
    for (const scheme of ['http', 'https']) failed.push([`${scheme}://${domain}/`, { error: 'name_not_found' }]);
  }
  if (overHttps) failed.push([`https://${first.hostname}/`, { error: overHttps }]);
  // `location` is not used, since it may be truncated in a stored record.
  const following = [...page.redirects.slice(1).map(({ url }) => url), page.final_url];
  const path = page.redirects.map(({ url, status }, index): [string, Step] => [
    url,
    { status, location: following[index]! },
  ]);
  return new Map([...failed, ...path, [page.final_url, { status: page.http_status, location: null }]]);
}

/** Follows an address through the known responses. */
function endOf(start: string, steps: Steps): End {
  const visited = new Set<string>();
  for (let url = start; ;) {
    const end = { url, hops: visited.size };
    const step = steps.get(url);
    if (visited.has(url)) return { ...end, status: null, error: 'redirect_loop' };
    if (!step) return { ...end, status: null, error: null };
    if ('error' in step) return { ...end, status: null, error: step.error };
    if (step.location === null) return { ...end, status: step.status, error: null };
    visited.add(url);
    url = step.location;
  }
}
