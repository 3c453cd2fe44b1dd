import { createHash } from 'node:crypto';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { type Condition, type Subject, subjectsOf, type WatchedValue, type WatchedValues } from './conditions.ts';
import type { Finding } from './store/events.ts';

/** Days of which snapshots are read: sources that answer once a month still have values to compare. */
export const COMPARED_DAYS = 100;
/** The newest snapshots that can trigger a condition: after a failure, the next day's evaluation covers the day before. */
const EVALUATED = 2;
const EVALUATED_MS = EVALUATED * DAY_MS;

/** A value that was known at a snapshot. */
interface Known {
  value: WatchedValue;
  snapshot: WatchedValues;
}

/** What is found of a domain: an id that is the same for the same snapshot, and the values before and after. */
export interface Triggered<Of> {
  id: string;
  domain: string;
  condition: Of;
  /** Name of the value. */
  name: string;
  before: WatchedValue;
  after: WatchedValue;
  /** ISO 8601 time of the snapshot. */
  measured_at: string;
}

/** A condition, and one of the values that it is about. */
export interface ConditionSubject<Of> {
  condition: Of;
  subject: Subject;
}

interface Evaluated {
  /** Id of the watch. */
  watch: string;
  domain: string;
  /** Only later snapshots trigger: when the watch began to watch the domain with these conditions, in ms since the epoch. */
  since: number;
  now: number;
}

/**
 * Finds the conditions that the newest scheduled snapshots trigger. A condition triggers at a snapshot if it holds there
 * and did not hold at the snapshot before, or did so before the watch began. Values that are not known are skipped, and
 * the first known value triggers nothing. The result depends on the snapshots alone, so that any repetition finds the same.
 *
 * @param snapshots newest first
 */
export function findTriggers(
  { conditions, ...given }: Evaluated & { conditions: readonly Condition[] },
  snapshots: readonly WatchedValues[],
): Finding[] {
  const subjects = conditions.flatMap((condition) => subjectsOf(condition).map((subject) => ({ condition, subject })));
  // The name and the values of a subject are of the types of its kind of condition.
  return findTriggered(subjects, given, snapshots) as Finding[];
}

/** As {@link findTriggers}, for conditions whose subjects are given. */
export function findTriggered<Of extends object>(
  subjects: readonly ConditionSubject<Of>[],
  given: Evaluated,
  snapshots: readonly WatchedValues[],
): Triggered<Of>[] {
  return subjects.flatMap((each) => triggeredBy({ ...given, ...each }, snapshots));
}

function triggeredBy<Of extends object>(
  { watch, domain, condition, subject, since, now }: Evaluated & ConditionSubject<Of>,
  snapshots: readonly WatchedValues[],
): Triggered<Of>[] {
  const newest = new Set(
    snapshots.slice(0, EVALUATED).filter(({ captured_at }) => Date.parse(captured_at) > now - EVALUATED_MS),
  );
  const known = snapshots.flatMap((snapshot): Known[] => {
    const value = subject.read(snapshot);
    return value === null ? [] : [{ value, snapshot }];
  });
  return known.flatMap(({ snapshot }, index): Triggered<Of>[] => {
    if (!newest.has(snapshot) || !triggers(subject, known.slice(index), since)) return [];
    return [
      {
        id: eventId({ watch, domain, condition, name: subject.name, measured: snapshot.key }),
        domain,
        condition,
        name: subject.name,
        before: known[index + 1]!.value,
        after: known[index]!.value,
        measured_at: snapshot.captured_at,
      },
    ];
  });
}

/** @param known values up to a snapshot, newest first */
function triggers(subject: Subject, known: readonly Known[], since: number): boolean {
  const values = known.map(({ value }) => value);
  const [now, before] = known;
  if (!before || isBefore(now!, since) || !subject.holds(values)) return false;
  // The first known value triggers nothing, so that it does not silence the second one either.
  const wasReported = values.length > 2 && !isBefore(before, since) && subject.holds(values.slice(1));
  return !wasReported;
}

const isBefore = ({ snapshot }: Known, since: number) => Date.parse(snapshot.captured_at) < since;

/** What an event is about. */
interface Measurement {
  /** Id of the watch. */
  watch: string;
  domain: string;
  condition: object;
  /** Name of the value. */
  name: string;
  /** Key of the snapshot, or id of the crawl. */
  measured: string;
}

/** Returns the id of an event, the same for each evaluation of the same snapshot or crawl. */
export function eventId({ watch, domain, condition, name, measured }: Measurement): string {
  // DynamoDB does not keep the order of a condition's members.
  const sorted = JSON.stringify(condition, Object.keys(condition).toSorted());
  const parts = JSON.stringify([watch, domain, sorted, name, measured]);
  return `evt_${createHash('sha256').update(parts).digest('hex').slice(0, 32)}`;
}

/** @returns the first day of which snapshots are compared, `YYYY-MM-DD` */
export const comparedSince = (now: number) => dayOf(now - COMPARED_DAYS * DAY_MS);
