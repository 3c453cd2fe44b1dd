import { NetworkFailure } from '../../platform/network/failures.ts';
import type { Hop } from '../../platform/network/http-client.ts';
import { ProviderUnavailable } from '../../platform/rate-limit.ts';
import { crawlDelayOf } from '../site/crawl-delay.ts';
import { learnRobots } from '../site/learn-robots.ts';
import type { SiteAccess, SiteRequests } from '../site/site-requests.ts';
import type { CrawledSite } from '../source.ts';
import { endOf, type Step, type Steps } from './steps.ts';

/** Most requests in all, redirects included. */
const MAX_REQUESTS = 4;
const REQUEST_MS = 5_000;
/** Status and headers tell all: the least that a body can be limited to. */
const BODY_BYTES = 1;

/**
 * Asks for the variants of which nothing is known, and adds what they say to the steps; then for the addresses to which
 * they lead, as long as requests are left and the site has turns for them. A home page is allowed as the crawl's was; for
 * another path robots.txt is asked, which is one of the requests where it was not read yet.
 *
 * @throws {ProviderUnavailable} where the site has no turns for the variants; nothing was sent then
 */
export async function askVariants(
  variants: string[],
  steps: Steps,
  { robotsTxt }: CrawledSite,
  site: SiteAccess,
): Promise<void> {
  learnRobots(robotsTxt, site.gate);
  const take = (url: string, count: number) =>
    site.take({ host: new URL(url).hostname, count, crawlDelaySeconds: crawlDelayOf(robotsTxt) });

  const unknown = variants.filter((url) => !steps.has(url));
  if (unknown.length === 0) return;
  const requests = await take(unknown[0]!, unknown.length);
  // At once: a host that does not answer does not hold up the others, which have turns of their own.
  const answers = await Promise.all(unknown.map((url) => stepOf(() => send(new URL(url), requests))));
  for (const [index, url] of unknown.entries()) steps.set(url, answers[index]!);

  const origins = variants.map((url) => new URL(url).origin);
  const costOf = (url: string) => (site.gate.isKnown(new URL(url)) ? 1 : 2);
  for (let left = MAX_REQUESTS - unknown.length; ;) {
    const own = openAddresses(variants, steps).filter((url) => origins.includes(new URL(url).origin));
    const next = own.find((url) => costOf(url) <= left);
    if (next === undefined) return;
    const cost = costOf(next);
    const turns = await take(next, cost).catch(nullWhereBusy);
    if (!turns) return;
    steps.set(next, await stepOf(() => sendAdmitted(new URL(next), turns)));
    left -= cost;
  }
}

const send = (url: URL, requests: SiteRequests) => requests.send(url, { timeoutMs: REQUEST_MS, maxBytes: BODY_BYTES });

async function sendAdmitted(url: URL, requests: SiteRequests): Promise<Hop> {
  await requests.admit(url);
  return send(url, requests);
}

async function stepOf(ask: () => Promise<Hop>): Promise<Step> {
  try {
    const { status, location } = await ask();
    return { status, location: location?.href ?? null };
  } catch (error) {
    if (error instanceof NetworkFailure) return { error: error.code };
    throw error;
  }
}

/** The addresses that variants lead to and nobody has asked for, each once. */
function openAddresses(variants: string[], steps: Steps): string[] {
  const ends = variants.map((url) => endOf(url, steps));
  return [...new Set(ends.flatMap(({ url, status, error }) => (status === null && error === null ? url : [])))];
}

function nullWhereBusy(error: unknown): null {
  if (error instanceof ProviderUnavailable) return null;
  throw error;
}
