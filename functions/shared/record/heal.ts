import type { DomainRecord, SourceReport } from './record.ts';
import { HEAL_AFTER_MS } from '../time/limits.ts';

function canHeal({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.retryable === true;
}

/** Ids of the sources to retry: their failure is retryable, or they are still pending. */
export function healableSources(record: DomainRecord): string[] {
  return record.sources.filter(canHeal).map(({ id }) => id);
}

/** @returns from when on a hit has failed sources asked again (milliseconds since the epoch), or `null` for never */
export function healTime(record: DomainRecord, now: number): number | null {
  return record.sources.some(canHeal) ? now + HEAL_AFTER_MS : null;
}
