import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createSiteFetchServices } from '../domains/services.ts';
import type { ExistenceServices } from '../domains/existence.ts';
import { createSiteAccess, createSiteSlots, type SiteAccess, type TakeSlots } from '../sources/site/site-requests.ts';
import type { FetchLeases } from '../platform/coordination.ts';
import { createPages, type Pages } from './pages.ts';
import { RETRY_DELAYS_MS } from '../record/retry-delays.ts';
import type { PageFetchSettings } from './settings.ts';
import type { PageAddress } from '../platform/names/page-address.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import { hasFailed, NetworkFailure } from '../platform/network/failures.ts';
import { DISABLED } from '../sources/providers/fetch-source.ts';
import { failureAnswer } from '../sources/providers/read-response.ts';
import { type CachedPage, PAGE_VERSION, type PageRecord } from '../record/page-record.ts';
import type { SourceAnswer, SourceError } from '../record/source-answer.ts';
import { judgePage } from '../sources/site/judge-page.ts';
import { createRobotsGate } from '../sources/site/robots-gate.ts';
import { siteSource } from '../sources/site/site.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import { followRedirects, type ServedPage } from '../platform/network/http-client.ts';
import { type HopVisit, isHomePage, visitHop } from '../sources/site/visit-hop.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import { recordJson } from '../record/cached-record.ts';

/**
 * Maximum wait of a page for each rate-limit slot of its site, in milliseconds: longer than the longest respected
 * `Crawl-delay`.
 */
const PAGE_SLOT_MS = 12_000;

/** Dependencies of fetching pages. */
export interface PageServices extends ExistenceServices {
  pages: Pages;
  leases: FetchLeases;
  pageSlots: TakeSlots;
}

/** Creates the dependencies from the settings. */
export function createPageServices(db: DynamoDB, settings: PageFetchSettings) {
  const services = createSiteFetchServices(db, settings);
  const { network, rateLimit, now } = services;
  return {
    ...services,
    pages: createPages(db, settings.PAGES_TABLE, now),
    pageSlots: createSiteSlots(rateLimit, PAGE_SLOT_MS, network.isOverridden),
  };
}

/** The members of the record that come from the page. */
type PageSections = Omit<PageRecord, 'sources'>;

/** Result of requesting a page, if a server answered or robots.txt disallows the page. */
interface PageReading {
  answer: Pick<SourceAnswer, 'status' | 'http_status' | 'error' | 'retryAfterMs'>;
  /** The new values; the values of missing sections stay valid. */
  sections: PageSections | Pick<PageSections, 'robots'>;
}

/** @throws {ServiceError} all_sources_failed if the operator has disabled requests to sites */
export function refuseIfDisabled(address: PageAddress, { settings }: Pick<PageServices, 'settings'>): void {
  if (settings.disabled.has(siteSource.id)) throw unread(address, DISABLED.error!);
}

/**
 * Fetches and analyses one page.
 *
 * @param until deadline, on the clock of `performance.now()`
 * @throws {ServiceError} all_sources_failed if no server answered
 */
export async function readPage(address: PageAddress, until: number, services: PageServices): Promise<PageReading> {
  const { network, reader, now, pageSlots, followed } = services;
  const site = createSiteAccess(address.domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeSlots: pageSlots,
    followed,
    now,
  });
  reader.warm();
  try {
    const { served, robots, verdict } = await visitPage(address, { site, reader, until });
    const { failure, sections, policy } = await judgePage(
      { served, robots, isHome: isHomePage(address.url) },
      reader,
      now(),
    );
    const { allowed, rule } = verdict;
    const found = { robots: { allowed, rule } };
    if (failure) return { answer: failure, sections: found };
    const { top_keywords: keywords, ...judged } = sections;
    return {
      answer: { status: 'ok', http_status: served.status },
      sections: { ...judged, ...found, ai_policy: policy, keywords },
    };
  } catch (error) {
    if (hasFailed(error, 'robots_disallowed')) return forbidden(error);
    if (error instanceof NetworkFailure) throw unread(address, error);
    if (error instanceof ProviderUnavailable) throw unread(address, { ...error, message: NO_SLOT_REASONS[error.code] });
    throw error;
  } finally {
    await network.release();
  }
}

/** Returns the reading of a disallowed page: it contains nothing of the page. */
function forbidden(error: NetworkFailure): PageReading {
  return {
    answer: failureAnswer(error),
    sections: { ...nothing, robots: { allowed: false, rule: error.rule } },
  };
}

const NO_SLOT_REASONS: Record<ProviderUnavailable['code'], string> = {
  busy: 'The next slot within the crawl rate of the site is too late',
  retry_later: 'The site requested a pause of requests',
  source_down: 'Requests to the site are paused after several failures in a row',
};

type Unread = Pick<SourceError, 'code' | 'message'> & Partial<Pick<ProviderUnavailable, 'waitMs'>>;

function unread({ url }: PageAddress, { code, message: reason, waitMs }: Unread): ServiceError {
  const seconds = waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1000));
  const host = new URL(url).hostname;
  return new ServiceError('all_sources_failed', {
    message: message`The page of ${{ host }} could not be fetched: ${{ reason }} (${{ code }})`,
    retryAfterSeconds: seconds,
  });
}

/** The sections of a page that was never fetched. */
export const nothing: PageSections = {
  seo_score: null,
  audit: null,
  issues: null,
  issues_total: null,
  page: null,
  robots: { allowed: null, rule: null },
  security_headers: null,
  ai_policy: null,
  keywords: null,
};

interface VisitServices {
  site: SiteAccess;
  reader: Pick<SiteReader, 'judgeRobots'>;
  /** Deadline, on the clock of `performance.now()`. */
  until: number;
}

interface PageVisit extends Pick<HopVisit, 'robots' | 'verdict'> {
  /** The response; `robots` and `verdict` are those of the origin that sent it. */
  served: ServedPage;
}

/**
 * Fetches one page and follows its redirects, within the rate limit and robots.txt of each site. A home page is fetched
 * by the same rules as for the record of its domain.
 *
 * @throws {NetworkFailure} robots_disallowed
 * @throws {NetworkFailure} if there is no response
 * @throws {ProviderUnavailable} if the site has no slot in time, or its requests are paused
 */
async function visitPage(address: PageAddress, services: VisitServices): Promise<PageVisit> {
  const { site, reader, until } = services;
  const send = site.rateLimited({ leftMs: () => until - performance.now() });
  const robotsGroups = isHomePage(address.url) ? 'named' : 'applicable';
  let last: HopVisit | undefined;
  const served = await followRedirects(address.url, async (url) => {
    last = await visitHop(url, robotsGroups, { gate: site.gate, reader, send });
    return last.hop;
  });
  const { robots, verdict } = last!;
  return { served, robots, verdict };
}

/** Members of the record that come from the site. */
const FIELDS = Object.keys(nothing);

interface Reading extends PageReading {
  durationMs: number;
}

/**
 * Creates the entry of a requested page. If the server answered with something else, the earlier values are kept.
 *
 * @param now milliseconds since the epoch
 */
export function pageEntry(
  { url, domain }: PageAddress,
  reading: Reading,
  previous: CachedPage | null,
  now: number,
): CachedPage {
  const time = new Date(now).toISOString();
  return {
    url,
    domain,
    firstCachedAt: previous?.firstCachedAt ?? time,
    updatedAt: time,
    retryAt: reading.answer.error?.retryable ? now + retryDelayMs(reading.answer.retryAfterMs) : null,
    version: PAGE_VERSION,
    recordJson: recordJson(recordOf(reading, previous, time)),
  };
}

function recordOf({ answer, sections, durationMs }: Reading, previous: CachedPage | null, time: string): PageRecord {
  const kept = 'page' in sections || !previous ? null : (JSON.parse(previous.recordJson) as PageRecord);
  const keptSince = kept?.sources[0]?.fetched_at ?? null;
  const report = {
    id: siteSource.id,
    status: answer.status,
    fields: FIELDS,
    fetched_at: answer.status === 'ok' ? time : keptSince,
    from_cache: keptSince !== null,
    http_status: answer.http_status ?? null,
    duration_ms: durationMs,
    error: answer.error ?? null,
    attribution: null,
  };
  return { ...nothing, ...kept, ...sections, sources: [report] };
}

function retryDelayMs(retryAfterMs = 0): number {
  return Math.min(Math.max(RETRY_DELAYS_MS[0], retryAfterMs), RETRY_DELAYS_MS.at(-1)!);
}
