import type { BatchSummary } from '../../../contract.ts';
import { isRequested, type Started } from './batch-memory.ts';

/** Batches that are shown as one. */
export interface ListedFetch extends Started {
  /** What is being done for them; `null`: nothing, or it is not known. */
  state: 'running' | 'pending' | null;
}

/**
 * Joins the batches that the service has stored with those that this browser remembers: which of them belong together,
 * and which the service has not stored, or not yet.
 *
 * @returns newest first
 */
export function joinedFetches(stored: readonly BatchSummary[], remembered: readonly Started[]): ListedFetch[] {
  const stages = new Map(stored.map(({ id, stage }) => [id, stage]));
  const known = new Set(remembered.flatMap(({ ids }) => ids));
  const others = stored.filter(({ id }) => !known.has(id));
  const all = [
    ...remembered,
    ...others.map(({ id, domains, created_at }) => ({ ids: [id], lines: domains, started_at: created_at })),
  ];
  return all
    .map((started) => ({ ...started, state: stateOf(started.ids) }))
    .toSorted((one, other) => other.started_at.localeCompare(one.started_at));

  function stateOf(ids: readonly string[]): ListedFetch['state'] {
    // The page of a request that was not sent yet sends it.
    if (ids.some((id) => stages.get(id) === 'reading' || (ids.length > 1 && isRequested(id)))) return 'running';
    return ids.some((id) => stages.get(id) === 'completing') ? 'pending' : null;
  }
}
