import { NetworkFailure } from '../../network/failures.ts';
import { ProviderUnavailable } from '../../storage/provider-rate-limit.ts';
import type { SiteAccess, SiteRequests } from '../site/site-access.ts';
import type { CrawledSite } from '../source.ts';
import { endOf, type Step, type Steps } from './steps.ts';

/** Most requests in all, redirects included. */
const MAX_REQUESTS = 4;
const REQUEST_MS = 5_000;
/** Status and headers tell all: the least that a body can be limited to. */
const BODY_BYTES = 1;

/**
 * Asks for the variants of which nothing is known, and adds what they say to the steps; then for the addresses to which
 * they lead, as long as requests are left and the site has turns for them. A home page is allowed as the crawl's was; of
 * another path it has to be known what robots.txt says, since asking for that file would be a request of its own.
 *
 * @throws {ProviderUnavailable} where the site has no turns for the variants; nothing was sent then
 */
export async function askVariants(
  variants: string[],
  steps: Steps,
  crawl: CrawledSite,
  site: SiteAccess,
): Promise<void> {
  const crawlDelaySeconds = crawl.robotsTxt?.agents['*']?.crawl_delay_seconds ?? null;
  const take = (urls: string[]) =>
    site.take({ host: new URL(urls[0]!).hostname, count: urls.length, crawlDelaySeconds });
  const ask = async (urls: string[], requests: SiteRequests, admit?: (url: URL) => Promise<void>) => {
    // At once: a host that does not answer does not hold up the others, which have turns of their own.
    const answers = await Promise.all(urls.map((url) => stepOf(new URL(url), requests, admit)));
    for (const [index, url] of urls.entries()) steps.set(url, answers[index]!);
  };

  const unknown = variants.filter((url) => !steps.has(url));
  if (unknown.length === 0) return;
  await ask(unknown, await take(unknown));

  const origins = variants.map((url) => new URL(url).origin);
  const mayAsk = (url: string) => origins.includes(new URL(url).origin) && site.gate.isKnown(new URL(url));
  for (let left = MAX_REQUESTS - unknown.length; left > 0;) {
    const hops = openAddresses(variants, steps).filter(mayAsk).slice(0, left);
    const requests = hops.length > 0 ? await take(hops).catch(nullWhereBusy) : null;
    if (!requests) return;
    await ask(hops, requests, (url) => site.gate.admit(url, Infinity));
    left -= hops.length;
  }
}

async function stepOf(url: URL, requests: SiteRequests, admit?: (url: URL) => Promise<void>): Promise<Step> {
  const options = { timeoutMs: REQUEST_MS, maxBytes: BODY_BYTES, ...(admit && { admit }) };
  try {
    const { status, location } = await requests.send(url, options);
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
