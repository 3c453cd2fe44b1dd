import type { DomainHistory } from '../core/domains/store/domain-history.ts';
import { dayNumber, PAST_DAYS, type PastPoint, recentPoints, withPoint } from '../core/domains/schedule/stored-row.ts';
import { DAY_MS } from '../core/platform/time/day.ts';

/** More than one a day, since each refresh adds one. */
const MOST_SNAPSHOTS = 200;

export interface PastServices {
  history: Pick<DomainHistory, 'read'>;
}

/**
 * What the list shows of a domain's past, from its history.
 *
 * @param before ISO 8601 time; what is of its day is no past
 */
export async function readPast(domain: string, before: string, { history }: PastServices): Promise<PastPoint[]> {
  const end = Date.parse(before);
  const window = { from: new Date(end - PAST_DAYS * DAY_MS).toISOString(), to: new Date(end).toISOString() };
  const { snapshots } = await history.read(domain, { ...window, limit: MOST_SNAPSHOTS });
  const points = snapshots
    .toReversed()
    .map(({ date, seo_score, tranco_rank }): PastPoint => [
      dayNumber(Date.parse(date)),
      numberOf(seo_score),
      numberOf(tranco_rank),
    ])
    .filter(([, score, rank]) => score !== null || rank !== null);
  return recentPoints(points, dayNumber(end)).reduce(withPoint, []);
}

const numberOf = (figure: unknown) => (typeof figure === 'number' ? figure : null);
