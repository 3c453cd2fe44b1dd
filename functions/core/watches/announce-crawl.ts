import { OPERATOR } from '../accounts/batch-caller.ts';
import type { CrawlEnd } from '../sites/crawl/services.ts';
import { catalogue } from '../sites/issues/catalogue.computed.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import { type Condition, severitiesFrom } from './conditions.ts';
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
  const { domain, id, owner, deliver, finishedAt, stopReason, result, newIssues } = end;
  if (newIssues && Object.keys(newIssues).length > 0) await evaluateIssues({ ...end, newIssues }, services);
  if (deliver === undefined) return;
  const data = {
    ...{ domain, finished_at: finishedAt, stop_reason: stopReason },
    ...{ health: result.health, site_score: result.site_score, pages: result.pages.total },
    issues: Object.fromEntries(result.issues.map(({ id: issue, count }) => [issue, count])),
  };
  await deliveries.add({
    ...{ id: `crawl_${id}`, url: deliver, event: null, domain },
    body: JSON.stringify({ type: ENDED_TYPE, timestamp: finishedAt, data }),
    signer: { owner: owner ?? OPERATOR, watch: null },
  });
}

/** The end of a crawl that has new issues. */
type NewIssues = CrawlEnd & { newIssues: Record<string, number> };

async function evaluateIssues(end: NewIssues, services: AnnounceServices): Promise<void> {
  const { tags = [], blocked = false } = (await services.list.states([end.domain])).get(end.domain) ?? {};
  if (blocked) return;
  for (const { watch, place } of await services.watches.watching(end.domain, tags)) {
    await recordFindings(watch, findingsOf(watch, place, end), services);
  }
}

function findingsOf(watch: Watch, place: WatchedDomain, { domain, id, finishedAt, newIssues }: NewIssues): Finding[] {
  if (Date.parse(finishedAt) < Math.max(watch.conditions_at, place.since)) return [];
  return watch.conditions.flatMap((condition): Finding[] => {
    const after = condition.on === 'new_issues' ? chosenIssues(condition, newIssues) : {};
    if (Object.keys(after).length === 0) return [];
    return [
      {
        id: eventId(watch.id, domain, condition, ISSUES, id),
        ...{ domain, condition, name: ISSUES, before: null, after, measured_at: finishedAt },
      },
    ];
  });
}

/** Name of the value of events about new issues. */
const ISSUES = 'issues';

const severityOf = new Map(catalogue.items.map(({ id, severity }) => [id, severity as string]));

function chosenIssues({ severity }: Extract<Condition, { on: 'new_issues' }>, newIssues: Record<string, number>) {
  const severities = severitiesFrom(severity);
  return Object.fromEntries(Object.entries(newIssues).filter(([id]) => severities.includes(severityOf.get(id) ?? '')));
}
