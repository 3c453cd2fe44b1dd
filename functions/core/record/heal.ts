import type { DomainRecord, SourceReport } from './record.ts';
import type { SourceResult } from './source-answer.ts';
import { HEAL_AFTER_MS } from '../platform/time/limits.ts';

/** When the sources that failed are asked again, by their ids. Those that are not due have no entry. */
export type Healing = Record<string, HealTurn>;

interface HealTurn {
  /** How often it has failed in a row when it was its turn. */
  failures: number;
  /** From then on it is its turn again: milliseconds since the epoch. */
  after: number;
}

/** Ids of the sources to retry. */
export function healableSources(record: DomainRecord): string[] {
  return record.sources.filter(canHeal).map(({ id }) => id);
}

/** Whether a source is to be asked again: its failure is retryable, or it is still pending. */
export function canHeal({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.retryable === true;
}

/** Those of the sources to retry whose turn it is. */
export function sourcesToHeal(record: DomainRecord, healing: Healing, now: number): string[] {
  return healableSources(record).filter((id) => (healing[id]?.after ?? 0) <= now);
}

/**
 * The turns after a fetch. A source that goes on failing is asked after 15 minutes, an hour, a day, then weekly, but not
 * before its `Retry-After`. A failure before its turn, such as of a refresh on request, does not put the turn off.
 *
 * @param record after the fetch
 * @param results of the sources that were asked
 * @param now milliseconds since the epoch
 */
export function nextHealing(before: Healing, record: DomainRecord, results: SourceResult[], now: number): Healing {
  const asked = new Map(results.map(({ source, answer }) => [source.id, answer]));
  const turns = record.sources.filter(canHeal).map(({ id, status }): [string, HealTurn] => {
    const turn = before[id] ?? { failures: 0, after: 0 };
    const answer = asked.get(id);
    const isPending = status === 'pending';
    // No instance is known to request a pending source that has no turn.
    if (!answer) return [id, before[id] ?? (isPending ? turn : { failures: 1, after: now + HEAL_AFTER_MS[0] })];
    if (isPending) return [id, { failures: 0, after: answer.isLeft ? now : now + HEAL_AFTER_MS[0] }];
    const next = turn.after > now ? turn : nextTurn(turn.failures + 1, now);
    const until = now + Math.min(answer.retryAfterMs ?? 0, HEAL_AFTER_MS.at(-1)!);
    return [id, { ...next, after: Math.max(next.after, until) }];
  });
  return Object.fromEntries(turns);
}

function nextTurn(failures: number, now: number): HealTurn {
  return { failures, after: now + HEAL_AFTER_MS[Math.min(failures, HEAL_AFTER_MS.length) - 1]! };
}

/** @returns from when on a hit has failed sources asked again (milliseconds since the epoch), or `null` for never */
export function healTime(healing: Healing): number | null {
  const times = Object.values(healing).map(({ after }) => after);
  return times.length > 0 ? Math.min(...times) : null;
}
