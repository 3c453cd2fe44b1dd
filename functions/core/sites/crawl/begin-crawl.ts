import { checkExistence } from '../../domains/existence.ts';
import type { CrawlAllowance } from '../../accounts/fetch-allowance.ts';
import { domainBlocked, isError, ServiceError } from '../../platform/http/errors.ts';
import { siteSource } from '../../sources/site/site.ts';
import { newCrawlId, type StopReason } from '../store/item.ts';
import { EXISTENCE_RDAP_MS } from '../../platform/time/limits.ts';
import type { BeginCrawlServices } from './services.ts';
import type { EndedCrawl } from '../store/site-crawls.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** A crawl that is wanted. */
export interface CrawlWish {
  domain: string;
  /** Most addresses that it may ask for. */
  pages: number;
}

const registry = { mode: 'inline', maxMs: EXISTENCE_RDAP_MS } as const;

/**
 * Begins the crawl of a site, unless one of the domain is under way.
 *
 * @param allowance of who wants it; `null`: nothing is counted, as for the operator
 * @throws {ServiceError} domain_blocked for a domain that the operator has blocked
 * @throws {ServiceError} domain_not_found for one that does not exist
 * @throws {ServiceError} domain_allowance_exceeded where nothing of the allowance is left
 * @throws {ServiceError} all_sources_failed where the operator has switched off that sites are asked
 */
export async function beginCrawl(
  { domain, pages }: CrawlWish,
  allowance: CrawlAllowance | null,
  services: BeginCrawlServices,
): Promise<void> {
  const { crawls, openCrawls, queue, followed, settings, now } = services;
  if (settings.disabled.has(siteSource.id))
    throw new ServiceError('all_sources_failed', { message: 'Sites are not asked: the source is disabled' });
  if (await followed.isBlocked(domain)) throw domainBlocked('domain');
  await checkExistence(domain, { anew: false, registry }, services);
  if (await crawls.readOpen(domain)) return;

  const id = newCrawlId(now());
  const owner = (await allowance?.owner()) ?? null;
  const admitted = (await allowance?.reservePages(domain, id, pages)) ?? pages;
  // Before it begins, so that a crawl whose message is lost is found.
  await openCrawls.add({ domain, id });
  if (!(await crawls.begin({ domain, id, owner, pageLimit: pages, admitted }))) {
    await allowance?.returnPages(id);
    return;
  }
  await queue.send({ domain, id, slices: 0 });
}

/** Time between the end of a crawl and the next one that nobody has asked for. */
const REPEATED_AFTER_MS = 7 * DAY_MS;
/** Somebody wanted the crawl to end. */
const UNWANTED: readonly (StopReason | null)[] = ['cancelled', 'blocked'];

/**
 * Crawls the site of a domain again whose last crawl has ended a week ago or longer, with the same page limit; it counts
 * for nobody's allowance. A site that was never crawled is none of these, nor one whose last crawl was cancelled. It is
 * to be called for each followed domain once a day: that spreads the crawls over the day, and one call is one query.
 *
 * @param mostPages pages of a crawl at most, as the operator allows now
 * @returns whether a crawl was begun
 */
export async function repeatCrawl(domain: string, mostPages: number, services: BeginCrawlServices): Promise<boolean> {
  const { open, ended } = await services.crawls.read(domain);
  const [last] = ended;
  if (open || !last || !isDue(last, services.now())) return false;
  try {
    await beginCrawl({ domain, pages: Math.min(last.pageLimit, mostPages) }, null, services);
    return true;
  } catch (error) {
    if (isNotToBeCrawled(error)) return false;
    throw error;
  }
}

function isDue({ finishedAt, stopReason }: EndedCrawl, now: number): boolean {
  return !UNWANTED.includes(stopReason) && Date.parse(finishedAt) + REPEATED_AFTER_MS <= now;
}

function isNotToBeCrawled(error: unknown): boolean {
  return isError(error, 'domain_blocked', 'domain_not_found', 'all_sources_failed');
}
