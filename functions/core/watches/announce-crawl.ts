import { OPERATOR } from '../accounts/batch-caller.ts';
import type { CrawlEnd } from '../sites/crawl/services.ts';
import { watchedBase } from '../sites/compare/choose-crawls.ts';
import { coverageOf } from '../sites/crawl/begin-crawl.ts';
import { scopeKey } from '../sites/store/item.ts';
import type { IssueRow } from '../record/site-evidence-schema.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import { severitiesFrom } from './conditions.ts';
import { eventId } from './find-triggers.ts';
import { recordFindings, type RecordServices } from './record-findings.ts';
import type { Finding } from './store/events.ts';
import type { Watch, WatchedDomain, Watches } from './store/watches.ts';

export interface AnnounceServices extends RecordServices {
  watches: Pick<Watches, 'watching' | 'noteEvents'>;
  list: Pick<DomainList, 'states'>;
}

/** Type of the delivery of a crawl's end. */
const ENDED_TYPE = 'crawl.ended';

/**
 * Delay of the deliveries, in milliseconds. The result of a crawl is stored after its end is announced: a receiver that
 * requests it at once would read that of the crawl before.
 */
export const STORE_MS = 60_000;

/**
 * Evaluates the watches of a domain whose crawl has ended, and sends its end to the receiver of the crawl. It can be
 * repeated for the same crawl.
 */
export async function announceCrawl(end: CrawlEnd, given: AnnounceServices): Promise<void> {
  const deliveries: AnnounceServices['deliveries'] = { add: (delivery) => given.deliveries.add(delivery, STORE_MS) };
  const services = { ...given, deliveries };
  const { crawl, finishedAt, stopReason, isComplete, result } = end;
  const { domain, id, owner, deliver } = crawl;
  await evaluateIssues(end, services);
  if (deliver === undefined) return;
  const data = {
    ...{ domain, crawl_id: id, finished_at: finishedAt, stop_reason: stopReason, complete: isComplete },
    ...{ health: result.health, site_score: result.site_score, pages: result.pages.total },
    issues: Object.fromEntries(result.issues.map(({ id: issue, count }) => [issue, count])),
  };
  await deliveries.add({
    ...{ id: `crawl_${id}`, url: deliver, event: null, domain },
    body: JSON.stringify({ type: ENDED_TYPE, timestamp: finishedAt, data }),
    signer: { owner: owner ?? OPERATOR, watch: null },
  });
}

async function evaluateIssues(end: CrawlEnd, services: AnnounceServices): Promise<void> {
  const { domain } = end.crawl;
  const { tags = [], blocked = false } = (await services.list.states([domain])).get(domain) ?? {};
  if (blocked) return;
  for (const { watch, place } of await services.watches.watching(domain, tags)) {
    await recordFindings(watch, await findingsOf(watch, place, end), services);
  }
}

async function findingsOf(watch: Watch, place: WatchedDomain, end: CrawlEnd): Promise<Finding[]> {
  const { crawl, finishedAt } = end;
  const conditions = watch.conditions.filter((condition) => condition.on === 'new_issues');
  if (conditions.length === 0 || Date.parse(finishedAt) < Math.max(watch.conditions_at, place.since)) return [];
  const owners = ownersOf(watch);
  const isWatched = owners.includes(crawl.owner) && scopeKey(crawl.scope) === scopeKey(scopeOf(watch));
  const found = isWatched ? await end.newOccurrences((ended) => watchedBase(ended, crawl, owners)) : null;
  return conditions.flatMap((condition): Finding[] => {
    const severities = severitiesFrom(condition.severity);
    const after = newIssuesOf((found ?? []).filter(({ severity }) => severities.includes(severity)));
    if (!after) return [];
    return [
      {
        id: eventId(watch.id, crawl.domain, condition, ISSUES, crawl.id),
        ...{ domain: crawl.domain, condition, name: ISSUES, before: null, after, measured_at: finishedAt },
      },
    ];
  });
}

/** Name of the value of events about new issues. */
const ISSUES = 'issues';

/** Owners of the crawls that a watch is about: its own; if it has no crawls, also the operator's schedule. */
const ownersOf = ({ owner, crawl }: Watch): (string | null)[] => (crawl ? [owner] : [owner, null]);

const scopeOf = ({ crawl }: Watch) => coverageOf(crawl ?? {}).scope;

/** Occurrences in one event. */
const MAX_OCCURRENCES = 10;

/** The value of an event about new issues. */
export interface NewIssues {
  /** Numbers of new occurrences, by the id of the issue. */
  counts: Record<string, number>;
  /** The first of them. */
  occurrences: Pick<IssueRow, 'issue' | 'url' | 'target' | 'status'>[];
  /** Number of those that are not listed. */
  more: number;
}

/** @returns `null` if there are none */
function newIssuesOf(rows: readonly IssueRow[]): NewIssues | null {
  if (rows.length === 0) return null;
  const counts: Record<string, number> = {};
  for (const { issue } of rows) counts[issue] = (counts[issue] ?? 0) + 1;
  const occurrences = rows.slice(0, MAX_OCCURRENCES).map(({ issue, url, target, status }) => {
    return { issue, url, target, status };
  });
  return { counts, occurrences, more: rows.length - occurrences.length };
}
