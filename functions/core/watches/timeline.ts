import type { EndedCrawl } from '../crawls/store/site-crawls.ts';
import { isWholeSite } from '../crawls/store/item.ts';
import type { IssueRow } from '../record/site-evidence-schema.ts';
import type { CrawlEnd } from '../site-reports/end/crawl-end.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import {
  type Condition,
  isExcluded,
  severitiesFrom,
  siteStatus,
  type Subject,
  subjectsOf,
  type WatchedValues,
} from './conditions.ts';
import { type ConditionSubject, eventId, findTriggered } from './find-triggers.ts';
import { newIssuesOf } from './new-issues.ts';
import type { Timeline } from './store/timeline.ts';

/** Kinds of events that only the timeline has: what the other ones report has ended. */
export type EndedKind = 'reachable' | 'indexable' | 'fixed_issues';

/**
 * What is an event of every followed domain, without a watch. Changes of ranks and visits are listed from a fifth on:
 * smaller ones occur every week.
 */
const CONDITIONS: readonly Condition[] = [
  { on: 'drop', metric: 'seo_score', by: 5 },
  { on: 'rise', metric: 'seo_score', by: 5 },
  { on: 'drop', metric: 'tranco_rank', by: '20%' },
  { on: 'rise', metric: 'tranco_rank', by: '20%' },
  { on: 'drop', metric: 'organic_etv', by: '20%' },
  { on: 'rise', metric: 'organic_etv', by: '20%' },
  { on: 'drop', metric: 'lcp_p75_ms', by: '20%' },
  { on: 'rise', metric: 'lcp_p75_ms', by: '20%' },
  { on: 'changed', fields: ['title', 'canonical', 'meta_robots'] },
  { on: 'unreachable', snapshots: 1 },
  { on: 'noindex' },
  { on: 'certificate_expires', within_days: 14 },
  { on: 'certificate_expires', within_days: 0 },
  { on: 'registration_expires', within_days: 30 },
  { on: 'registration_expires', within_days: 0 },
];

/** A value that is as it should be, and was not so in the snapshot before. */
const ended = (name: string, read: Subject['read'], good: string): Subject => ({
  name,
  read,
  holds: ([now, before]) => before !== undefined && now === good && before !== good,
});

const SUBJECTS: readonly ConditionSubject<{ on: Condition['on'] | EndedKind }>[] = [
  ...CONDITIONS.flatMap((condition) => subjectsOf(condition).map((subject) => ({ condition, subject }))),
  { condition: { on: 'reachable' }, subject: ended('site_status', siteStatus, 'ok') },
  { condition: { on: 'indexable' }, subject: ended('noindex', isExcluded, 'no') },
];

/** Days of which snapshots are compared: domains that are not requested have one in a month. */
const COMPARED_DAYS = 35;
/** In place of the id of a watch. */
const TIMELINE = 'timeline';

/** @returns the first day of which snapshots are compared, `YYYY-MM-DD` */
export const timelineSince = (now: number) => dayOf(now - COMPARED_DAYS * DAY_MS);

/**
 * Records what the newest scheduled snapshots of a domain show to have happened. It can be repeated.
 *
 * @param snapshots newest first
 */
export async function recordSnapshots(
  domain: string,
  snapshots: readonly WatchedValues[],
  { timeline, now }: { timeline: Pick<Timeline, 'add'>; now: number },
): Promise<void> {
  const since = timelineSince(now);
  const compared = snapshots.filter(({ date }) => date >= since);
  const found = findTriggered(SUBJECTS, { watch: TIMELINE, domain, since: 0, now }, compared);
  for (const event of found) await timeline.add(event);
}

/** Notices are not listed: a site has many, and they cost neither visitors nor rankings. */
const LISTED = severitiesFrom('warning');

/**
 * Records the issues that are new and fixed since the last complete crawl of the whole site, if this crawl is one too: the
 * end of another one shows only a part. It can be repeated.
 */
export async function recordCrawl(
  { crawl, finishedAt, isComplete, comparisons }: Pick<CrawlEnd, 'crawl' | 'finishedAt' | 'isComplete' | 'comparisons'>,
  timeline: Pick<Timeline, 'add'>,
): Promise<void> {
  const { domain, id, scope } = crawl;
  if (!isComplete || !isWholeSite(scope)) return;
  const isBase = (other: EndedCrawl) => other.isComplete && isWholeSite(other.scope) && other.id < id;
  const chooseBase = (stored: readonly EndedCrawl[]) => stored.find(isBase) ?? null;
  const found = {
    new_issues: await comparisons.newSince(chooseBase),
    fixed_issues: await comparisons.fixedSince(chooseBase),
  };
  for (const [on, rows] of Object.entries(found)) {
    const after = newIssuesOf((rows ?? []).filter(isListed), 0);
    const condition = { on };
    const event = { domain, condition, name: 'issues', before: null, measured_at: finishedAt };
    const about = { watch: TIMELINE, domain, condition, name: 'issues', measured: id };
    if (after) await timeline.add({ id: eventId(about), ...event, after });
  }
}

const isListed = ({ severity }: IssueRow) => LISTED.includes(severity);
