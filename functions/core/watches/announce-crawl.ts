import { OPERATOR } from '../accounts/batch-caller.ts';
import type { TaskQueue } from '../platform/queues/task-queue.ts';
import { CRAWL_LEASE_MS } from '../crawls/limits.ts';
import type { CrawlEnd } from '../site-reports/end/crawl-end.ts';
import { watchedBase } from '../site-reports/compare/choose-crawls.ts';
import { createCrawlComparisons } from '../site-reports/compare/crawl-comparisons.ts';
import { ofSeverities } from '../site-reports/compare/occurrences.ts';
import { readCompared } from '../site-reports/compare/stored-crawl.ts';
import { coverageOf } from '../crawls/begin-crawl.ts';
import type { CrawlName } from '../crawls/store/item.ts';
import { isPrivate, SERVICE, seriesKey, viewerOfCrawl } from '../crawls/store/private-crawls.ts';
import type { SiteCrawls } from '../crawls/store/site-crawls.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import { severitiesFrom } from './conditions.ts';
import type { CrawlEnded } from './delivery-schema.ts';
import { eventId } from './find-triggers.ts';
import { newIssuesOf } from './new-issues.ts';
import { recordFindings, type RecordServices } from './record-findings.ts';
import type { Finding } from './store/events.ts';
import type { Timeline } from './store/timeline.ts';
import type { PlaceKey } from './store/watched-domains.ts';
import type { Watch, Watches, Watching } from './store/watches.ts';
import type { ReporterTask } from './tasks.ts';
import { recordCrawl } from './timeline.ts';

export interface AnnounceServices extends RecordServices {
  watches: Pick<Watches, 'watching' | 'watchingOf' | 'noteEvents'>;
  list: Pick<DomainList, 'states'>;
  queue: Pick<TaskQueue<ReporterTask>, 'send'>;
  timeline: Pick<Timeline, 'add'>;
}

/**
 * Delay of the deliveries, in milliseconds. The result of a crawl is stored after its end is announced: a receiver that
 * requests it at once would read that of the crawl before.
 */
export const STORE_MS = 60_000;

/** Delay of the message of the next watches while the end of the crawl is not stored. */
const RETRY_MS = CRAWL_LEASE_MS;

/** What watches evaluate of a crawl that has ended. */
type EvaluatedEnd = Pick<CrawlEnd, 'crawl' | 'finishedAt' | 'isComplete' | 'comparisons'>;

/**
 * Evaluates the first watches of a domain whose crawl has ended, and sends its end to the receiver of the crawl. It can be
 * repeated for the same crawl.
 */
export async function announceCrawl(end: CrawlEnd, given: AnnounceServices): Promise<void> {
  const deliveries: AnnounceServices['deliveries'] = {
    ...given.deliveries,
    add: (delivery) => given.deliveries.add(delivery, STORE_MS),
  };
  const services = { ...given, deliveries };
  await sendEnd(end, services);
  const next = await evaluateIssues(end, null, services);
  if (next) await given.queue.send(taskOf(end.crawl, next), RETRY_MS);
}

/**
 * Evaluates the next watches of a domain whose crawl has ended. While the end is not stored, the message is sent again;
 * nothing happens if the crawl was deleted.
 */
export async function continueAnnouncement(
  { domain, id, after }: Pick<ReporterTask, 'domain' | 'id'> & { after: PlaceKey },
  services: AnnounceServices & { crawls: SiteCrawls },
): Promise<void> {
  const { crawls, queue } = services;
  const crawl = await crawls.readEnded({ domain, id }, { consistent: true, viewer: SERVICE });
  if (!crawl) {
    const isReporting = (await crawls.readInProgress(domain, { viewer: SERVICE })).some((each) => each.id === id);
    return isReporting ? queue.send(taskOf({ domain, id }, after), RETRY_MS) : undefined;
  }
  const { finishedAt, isComplete } = crawl;
  const stored = await crawls.list(domain, { consistent: true, viewer: viewerOfCrawl(crawl) });
  const comparisons = createCrawlComparisons(() => readCompared(crawl, crawls), stored, crawls);
  const next = await evaluateIssues({ crawl, finishedAt, isComplete, comparisons }, after, services);
  if (next) await queue.send(taskOf(crawl, next));
}

const taskOf = ({ domain, id }: CrawlName, after: PlaceKey): ReporterTask => ({ task: 'report', domain, id, after });

/** Sends the end of a crawl to its receiver. */
async function sendEnd(end: CrawlEnd, { deliveries }: Pick<AnnounceServices, 'deliveries'>): Promise<void> {
  const { crawl, finishedAt, stopReason, isComplete, result } = end;
  const { domain, id, owner, deliver } = crawl;
  if (deliver === undefined) return;
  const body: CrawlEnded = {
    type: 'crawl.ended',
    timestamp: finishedAt,
    data: {
      domain,
      crawl_id: id,
      finished_at: finishedAt,
      stop_reason: stopReason,
      complete: isComplete,
      health: result?.health ?? null,
      site_score: result?.site_score ?? null,
      pages: result?.pages.total ?? null,
      issues: result && Object.fromEntries(result.issues.map(({ id: issue, count }) => [issue, count])),
    },
  };
  await deliveries.add({
    id: `crawl_${id}`,
    url: deliver,
    event: null,
    domain,
    body: JSON.stringify(body),
    signer: { owner: owner ?? OPERATOR, watch: null },
  });
}

/**
 * Evaluates a page of watches. A crawl of an owner concerns only the owner's watches, which are one page; one of the
 * operator's schedule concerns those of all owners.
 *
 * @returns the position after which the next page begins; `null`: there is none
 */
async function evaluateIssues(
  end: EvaluatedEnd,
  after: PlaceKey | null,
  services: AnnounceServices,
): Promise<PlaceKey | null> {
  const { watches, list } = services;
  const { domain, owner } = end.crawl;
  const { tags = [], blocked = false } = (await list.states([domain])).get(domain) ?? {};
  if (blocked) return null;
  // The timeline of a domain is the same for all.
  if (after === null && !isPrivate(end.crawl)) await recordCrawl(end, services.timeline);
  const { watching, next } =
    owner === null
      ? await watches.watching(domain, tags, after)
      : { watching: await watches.watchingOf(owner, domain, tags), next: null };
  for (const each of watching) await recordFindings(each.watch, await findingsOf(each, end), services);
  return next;
}

async function findingsOf({ watch, place }: Watching, end: EvaluatedEnd): Promise<Finding[]> {
  const { crawl, finishedAt } = end;
  const conditions = watch.conditions.filter((condition) => condition.on === 'new_issues');
  if (conditions.length === 0 || Date.parse(finishedAt) < Math.max(watch.conditions_at, place.since)) return [];
  const owners = ownersOf(watch);
  const isWatched = owners.includes(crawl.owner) && seriesKey(crawl) === seriesKey(coverageOf(watch.crawl ?? {}));
  const found = isWatched ? await end.comparisons.newSince((ended) => watchedBase(ended, crawl, owners)) : null;
  return conditions.flatMap((condition): Finding[] => {
    const after = found && newIssuesOf(ofSeverities(found, severitiesFrom(condition.severity)), MAX_OCCURRENCES);
    if (!after) return [];
    return [
      {
        id: eventId({ watch: watch.id, domain: crawl.domain, condition, name: ISSUES, measured: crawl.id }),
        domain: crawl.domain,
        condition,
        name: ISSUES,
        before: null,
        after,
        measured_at: finishedAt,
      },
    ];
  });
}

/** Name of the value of events about new issues. */
const ISSUES = 'issues';

/** Owners of the crawls that a watch is about: its own; if it has no crawls, also the operator's schedule. */
const ownersOf = ({ owner, crawl }: Watch): (string | null)[] => (crawl ? [owner] : [owner, null]);

/** Occurrences in one event. */
const MAX_OCCURRENCES = 10;
