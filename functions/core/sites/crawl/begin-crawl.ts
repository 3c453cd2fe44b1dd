import { checkExistence } from '../../domains/existence.ts';
import type { CrawlAllowance } from '../../accounts/fetch-allowance.ts';
import { domainBlocked, isError, ServiceError } from '../../platform/http/errors.ts';
import { siteSource } from '../../sources/site/site.ts';
import { type CrawlSettings, newCrawlId, type StopReason } from '../store/item.ts';
import { EXISTENCE_RDAP_MS } from '../../platform/time/limits.ts';
import type { BeginCrawlServices } from './services.ts';
import type { EndedCrawl } from '../store/site-crawls.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** A request for a crawl. */
export interface CrawlRequest {
  domain: string;
  /** Page limit: addresses that the crawl may request. */
  pages: number;
  /** Absent: the whole site. */
  settings?: CrawlSettings | undefined;
  /** Address that the end of the crawl is sent to. */
  deliver?: string | undefined;
}

const registry = { mode: 'inline', maxMs: EXISTENCE_RDAP_MS } as const;

/**
 * Starts the crawl of a site, unless one of the domain is in progress.
 *
 * @param allowance of the caller; `null`: nothing is counted, for the operator
 * @returns whether a crawl was started
 * @throws {ServiceError} domain_blocked if the operator has blocked the domain
 * @throws {ServiceError} domain_not_found if the domain does not exist
 * @throws {ServiceError} domain_allowance_exceeded if the allowance is used up
 * @throws {ServiceError} all_sources_failed if the operator has disabled the source `site`
 */
export async function beginCrawl(
  { domain, pages, settings: ofCrawl, deliver }: CrawlRequest,
  allowance: CrawlAllowance | null,
  services: BeginCrawlServices,
): Promise<boolean> {
  const { crawls, openCrawls, queue, followed, settings, now } = services;
  if (settings.disabled.has(siteSource.id))
    throw new ServiceError('all_sources_failed', { message: 'Sites cannot be crawled: the source `site` is disabled' });
  if (await followed.isBlocked(domain)) throw domainBlocked('domain');
  await checkExistence(domain, { ignoresMissing: false, registry }, services);
  if (await crawls.readOpen(domain)) return false;

  const id = newCrawlId(now());
  const owner = (await allowance?.owner()) ?? null;
  const admitted = (await allowance?.reservePages(domain, id, pages)) ?? pages;
  // Before the crawl is stored, so that the scheduler finds it if its message is lost.
  await openCrawls.add({ domain, id });
  if (!(await crawls.begin({ domain, id, owner, pageLimit: pages, settings: ofCrawl, deliver, admitted }))) {
    await allowance?.returnPages(id);
    return false;
  }
  await queue.send({ domain, id, slices: 0 });
  return true;
}

/** Time between the end of a crawl and its scheduled repetition. */
const REPEAT_AFTER_MS = 7 * DAY_MS;
/** Stop reasons after which a crawl is not repeated. */
const NOT_REPEATED: readonly (StopReason | null)[] = ['cancelled', 'blocked'];

/**
 * Crawls the site of a domain again, with the same page limit and settings but at the default rate, if its last crawl
 * ended at least a week ago. The crawl counts against no allowance. A site that was never crawled, or whose last crawl
 * was cancelled or blocked, is not crawled. The scheduler calls this once a day for each followed domain, at different
 * times of the day; one call is one query.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 * @returns whether a crawl was started
 */
export async function repeatCrawl(domain: string, maxPages: number, services: BeginCrawlServices): Promise<boolean> {
  const { open, ended } = await services.crawls.read(domain);
  const [last] = ended;
  if (open || !last || !isDue(last, services.now())) return false;
  try {
    const { pageLimit, settings } = last;
    const repeated = { domain, pages: Math.min(pageLimit, maxPages), settings: settings && atDefaultRate(settings) };
    return await beginCrawl(repeated, null, services);
  } catch (error) {
    if (isExpectedError(error)) return false;
    throw error;
  }
}

/** The proof of control of a site may have expired since. */
const atDefaultRate = ({ rate: _, ...settings }: CrawlSettings): CrawlSettings => settings;

function isDue({ finishedAt, stopReason }: EndedCrawl, now: number): boolean {
  return !NOT_REPEATED.includes(stopReason) && Date.parse(finishedAt) + REPEAT_AFTER_MS <= now;
}

function isExpectedError(error: unknown): boolean {
  return isError(error, 'domain_blocked', 'domain_not_found', 'all_sources_failed');
}
