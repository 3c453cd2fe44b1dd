import { checkExistence, refuseBlocked } from '../domains/existence.ts';
import type { CrawlAllowance } from '../accounts/fetch-allowance.ts';
import { isError, ServiceError } from '../platform/http/errors.ts';
import { siteSource } from '../sources/site/site.ts';
import {
  type AddressLists,
  type CrawlOptions,
  type CrawlScope,
  cutLists,
  hasLists,
  LISTS_FILE,
  newCrawlId,
  WHOLE_SITE,
} from './store/item.ts';
import { DEFAULT_OPTIONS } from './store/crawl-heads.ts';
import { isPrivate, SERVICE } from './store/private-crawls.ts';
import { EXISTENCE_RDAP_MS } from '../domains/limits.ts';
import { admittedPageLimit, requireAnyProof } from './require-proof.ts';
import type { BeginCrawlServices } from './services.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { CrawlVisits, WrittenCrawl } from './store/crawl-visits.ts';

/** A request for a crawl. */
export interface CrawlRequest {
  domain: string;
  /** Page limit: addresses that the crawl may request. */
  pages: number;
  /**
   * Whether a page limit that requires a proof of control is reduced without one, as it is repeated or a default; absent: it
   * is refused.
   */
  isReduced?: boolean;
  /** Absent: the whole site. */
  scope?: CrawlScope | undefined;
  /** Absent: the default ones. */
  options?: CrawlOptions | undefined;
  /** Address that the end of the crawl is sent to. */
  deliver?: string | undefined;
  /** Returns the encrypted credentials, whose names are among the options; called if the owner has proved control. */
  sealCredentials?: ((owner: string) => Promise<Uint8Array>) | undefined;
}

/** On whose behalf a crawl starts. */
export interface CrawlStarter {
  /** `null`: the operator's schedule. */
  owner: string | null;
  /** `null`: nothing is counted, for the operator. */
  allowance: CrawlAllowance | null;
}

/** Scope and options as one object, as requests contain them; absent members have their defaults. */
export type Coverage = Partial<CrawlScope & CrawlOptions>;

/** Returns scope and options of a request. */
export function coverageOf(coverage: Coverage): { scope: CrawlScope; options: CrawlOptions } {
  const { include, exclude, depth, urls, sitemaps, cut, external, resources, rate } = coverage;
  const { extract = [], headers = [], basic_auth } = coverage;
  return {
    scope: {
      ...{ include: include ?? [], exclude: exclude ?? [], depth: depth ?? null },
      ...{ urls: urls ?? [], sitemaps: sitemaps ?? [], ...(cut && { cut }) },
    },
    options: {
      external: external ?? DEFAULT_OPTIONS.external,
      resources: resources ?? DEFAULT_OPTIONS.resources,
      rate: rate ?? DEFAULT_OPTIONS.rate,
      ...(extract.length > 0 && { extract }),
      ...(headers.length > 0 && { headers }),
      ...(basic_auth && { basic_auth }),
    },
  };
}

const registry = { mode: 'inline', maxMs: EXISTENCE_RDAP_MS } as const;

/**
 * Starts the crawl of a site, unless its owner has one of the domain in progress.
 *
 * @returns whether a crawl was started
 * @throws {ServiceError} domain_blocked if the operator has blocked the domain
 * @throws {ServiceError} domain_not_found if the domain does not exist
 * @throws {ServiceError} not_verified if the page limit requires a proof of control, or proof_required if credentials do
 * @throws {ServiceError} domain_allowance_exceeded if the allowance is used up
 * @throws {ServiceError} all_sources_failed if the operator has disabled the source `site`
 */
export async function beginCrawl(
  {
    domain,
    pages,
    isReduced = false,
    scope = WHOLE_SITE,
    options = DEFAULT_OPTIONS,
    deliver,
    sealCredentials,
  }: CrawlRequest,
  { owner, allowance }: CrawlStarter,
  services: BeginCrawlServices,
): Promise<boolean> {
  const { crawls, crawlsInProgress, queue, settings, now } = services;
  if (settings.disabled.has(siteSource.id))
    throw new ServiceError('all_sources_failed', { message: 'Sites cannot be crawled: the source `site` is disabled' });
  await refuseBlocked(domain, services);
  await checkExistence(domain, { ignoresMissing: false, registry }, services);
  if ((await crawls.readInProgress(domain, { viewer: SERVICE })).some((crawl) => crawl.owner === owner)) return false;

  const limit = await admittedPageLimit({ domain, pages, isReduced }, owner, services);
  const isSealed = isPrivate({ options });
  if (isSealed) await requireAnyProof(domain, owner, services);
  const credentials = isSealed ? await sealCredentials!(owner!) : undefined;
  const id = newCrawlId(now());
  const admitted = (await allowance?.reservePages(domain, id, limit)) ?? limit;
  // Before the crawl is stored, so that the scheduler finds it if its message is lost.
  await crawlsInProgress.add({ domain, id });
  // Also before: a crawl without its lists could not be planned. Those of one that does not begin expire.
  if (hasLists(scope)) await writeLists({ domain, id, limit, admitted, options }, scope, crawls);
  const head = { domain, id, owner, limit, scope: cutLists(scope), options, deliver, admitted, credentials };
  if (!(await crawls.begin(head))) {
    await allowance?.returnPages(id);
    return false;
  }
  await queue.send({ domain, id, slices: 0 });
  return true;
}

async function writeLists(crawl: WrittenCrawl, { urls, sitemaps }: CrawlScope, crawls: CrawlVisits): Promise<void> {
  await crawls.writeFile(crawl, LISTS_FILE, JSON.stringify({ urls, sitemaps } satisfies AddressLists));
}

/** Time between two crawls of the schedule, and after the audit. */
const REPEAT_AFTER_MS = 7 * DAY_MS;
const SCHEDULE: CrawlStarter = { owner: null, allowance: null };

/**
 * Crawls the whole site of a domain again, with the page limit of its audit, if the audit and the last crawl of the
 * schedule are a week old. Crawls of other scopes do not count, nor do smaller or failed ones, which are no audit. The
 * crawl counts against no allowance. More than 5,000 pages require that the operator has proved control of the domain:
 * otherwise, these are its limit. A site without an audit is not crawled, nor is one whose last scheduled crawl the
 * operator has stopped, until a later crawl of the whole site has become the audit. The scheduler calls this once a day for
 * each followed domain, at different times of the day; one call is one query, and one more if a crawl may be due.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 * @returns whether a crawl was started
 */
export async function repeatCrawl(domain: string, maxPages: number, services: BeginCrawlServices): Promise<boolean> {
  const { crawls, now } = services;
  const isOld = (finishedAt: string) => Date.parse(finishedAt) + REPEAT_AFTER_MS <= now();
  const { audit } = await crawls.read(domain);
  if (!audit || !isOld(audit.finishedAt)) return false;
  const last = (await crawls.list(domain)).find(({ owner }) => owner === SCHEDULE.owner);
  if (last && !isOld(last.finishedAt)) return false;
  if (last?.stopReason === 'cancelled' && last.id > audit.id) return false;
  try {
    return await beginCrawl({ domain, pages: Math.min(audit.limit, maxPages), isReduced: true }, SCHEDULE, services);
  } catch (error) {
    if (isExpectedError(error)) return false;
    throw error;
  }
}

function isExpectedError(error: unknown): boolean {
  return isError(error, 'domain_blocked', 'domain_not_found', 'all_sources_failed');
}
