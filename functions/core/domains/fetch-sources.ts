import type { Network } from '../platform/network/network.ts';
import { type FetchLimits, fetchSource, unavailableAnswer } from '../sources/providers/fetch-source.ts';
import type { ProviderServices } from '../sources/providers/provider-services.ts';
import { failure } from '../sources/providers/read-response.ts';
import { createRobotsGate } from '../sources/site/robots-gate.ts';
import { createSiteAccess, type TakeSlots } from '../sources/site/site-requests.ts';
import type { CrawledSite, Source, SourceContext } from '../sources/source.ts';
import type { FollowedDomains } from './schedule/followed-domains.ts';
import { SITE } from '../record/history-values.ts';
import type { DomainRecord, Sections, SourceReport } from '../record/record.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';

/** Dependencies of requests to sources. */
export interface SourceServices extends ProviderServices {
  sources: Source[];
  network: Network;
  reader: SourceContext['reader'];
  shared: SourceContext['shared'];
  siteSlots: Record<FetchLimits['mode'], TakeSlots>;
  followed: Pick<FollowedDomains, 'isBlocked'>;
}

/** The sources that are requested for a domain, and the limits of their requests. */
interface FetchRequest {
  domain: string;
  sources: Source[];
  /** Returns the answer of a source that is not requested; `null` for one that is requested. */
  unrequested?: ((source: Source) => SourceAnswer | null) | undefined;
  /** Results of sources that were requested already. */
  answered?: SourceResult[] | undefined;
  /** Stored result of the last fetch of the site. If the site is fetched now, the other sources get the new result. */
  crawled: CrawledSite | null;
  limits: FetchLimits;
}

/** Requests sources in parallel, each within its own time limit. */
export async function fetchSources(request: FetchRequest, services: SourceServices): Promise<SourceResult[]> {
  const { domain, sources, answered = [], crawled: stored, limits } = request;
  const crawled = Promise.withResolvers<CrawledSite | null>();
  if (!sources.some(({ fields }) => fields.includes('page'))) crawled.resolve(stored);
  const context = await sourceContext(domain, crawled.promise, limits.mode, services);

  const results = sources.map(async (source) => {
    const known = answered.find((result) => result.source.id === source.id);
    if (known) return known;
    const result = await timed(source, () => answerOf(source, request, context, services));
    if (source.fields.includes('page')) crawled.resolve(crawledSite(result.answer) ?? stored);
    return result;
  });
  try {
    return await Promise.all(results);
  } finally {
    await services.network.release();
  }
}

async function answerOf(
  source: Source,
  { domain, unrequested, limits }: FetchRequest,
  context: SourceContext,
  services: SourceServices,
): Promise<SourceAnswer> {
  const substitute = unrequested?.(source);
  if (substitute) return unavailableAnswer(source, context.keys, services.settings) ?? substitute;
  return fetchSource(source, domain, context, { ...services, limits });
}

/** Requests one source and measures the duration. */
export async function timed(source: Source, fetch: () => Promise<SourceAnswer>): Promise<SourceResult> {
  const started = performance.now();
  const answer = await fetch();
  return { source, answer, durationMs: Math.round(performance.now() - started) };
}

interface CrawlAnswer extends Pick<SourceAnswer, 'overHttps'> {
  sections?: Partial<Pick<Sections, 'page' | 'robots_txt' | 'ai_policy.rsl' | 'ai_policy.tdm'>>;
}

/** @returns `null` if the sections contain no home page */
export function crawledSite({ sections = {}, overHttps }: CrawlAnswer): CrawledSite | null {
  const { page, robots_txt: robotsTxt = null, 'ai_policy.rsl': rsl = null, 'ai_policy.tdm': tdm = null } = sections;
  return page ? { page, robotsTxt, policy: { rsl, tdm }, overHttps } : null;
}

/** Creates the dependencies of a source for a domain. */
export async function sourceContext(
  domain: string,
  crawled: Promise<CrawledSite | null>,
  mode: FetchLimits['mode'],
  services: SourceServices,
): Promise<SourceContext> {
  const { network, reader } = services;
  return {
    network,
    reader,
    http: services.http[mode],
    shared: services.shared,
    baseUrl: services.settings.baseUrlFor(domain),
    keys: services.settings.keysFor(domain, await services.readKeys()),
    site: createSiteAccess(domain, {
      network,
      gate: createRobotsGate(network, reader),
      takeSlots: services.siteSlots[mode],
      followed: services.followed,
      now: services.now,
    }),
    crawled,
    homeUrl: crawled.then((site) => site?.page.final_url ?? `https://${domain}/`),
    now: services.now,
  };
}

/** Snapshots are not exactly a day apart, so an answer counts as a day old this much earlier. */
const SLACK_MS = 3 * 60 * 60_000;

/** Returns the sources whose answer is missing or too old for a snapshot, or is a countdown of another day. */
export function dueSources(record: DomainRecord | null, sources: Source[], now: number): Source[] {
  return sources.filter((source) => {
    const report = reportOf(record, source);
    return !isCurrent(report, source, now) || (source.countsDown === true && !isOfDay(report!, now));
  });
}

/**
 * Returns the sources whose values in the record are recent enough for a snapshot of today. A source with daily values
 * must have answered today: an older value belongs to another day, and today's value is backfilled with its next answer.
 * A source that counts down must have answered today too: if it failed, today's value is not known.
 */
export function currentSources(record: DomainRecord, sources: Source[], now: number): Source[] {
  return sources.filter((source) => {
    const report = reportOf(record, source);
    if (!isCurrent(report, source, now)) return false;
    const mustBeOfDay = source.hasDailyValues === true || source.countsDown === true;
    return !mustBeOfDay || isOfDay(report!, now);
  });
}

/** @param report report of a source that has answered */
function isOfDay({ fetched_at }: SourceReport, now: number): boolean {
  return dayOf(Date.parse(fetched_at!)) === dayOf(now);
}

function reportOf(record: DomainRecord | null, { id }: Source): SourceReport | undefined {
  return record?.sources.find((report) => report.id === id);
}

function isCurrent(report: SourceReport | undefined, { id, maxAgeDays }: Source, now: number): boolean {
  if (!report?.fetched_at) return false;
  // A snapshot states whether the site works: values from before its last failure do not.
  if (id === SITE && report.from_cache) return false;
  return now - Date.parse(report.fetched_at) < maxAgeDays * DAY_MS - SLACK_MS;
}

const PAID_NOT_REQUESTED = 'paid_not_requested';

/** Whether the requests of a source have a rate limit, of a provider or of the site, so that batches request it later. */
export function isRateLimited({ address, followsCrawl = false }: Source): boolean {
  return address !== null || followsCrawl;
}

/** Answer of a source that a batch requests later. */
export const leftForLater: SourceAnswer = { status: 'pending', isLeft: true };

/** Answer of a paid source if a batch excludes paid sources. */
export const paidNotRequested = failure(
  'skipped',
  PAID_NOT_REQUESTED,
  'The batch that fetched the domain excluded paid sources',
  false,
);

/** Whether a batch has left a source for a later request, or for a batch with paid sources. */
export function isLeftByBatch({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.code === PAID_NOT_REQUESTED;
}
