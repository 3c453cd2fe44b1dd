import type { Batch } from '../../../../contract.ts';

/** One of the batches that are shown as one. */
export interface Part {
  /** Of the batch, or of its request where the service has not stored it. */
  id: string;
  /** With the items of all pages, unless `next_cursor` says that some are missing; `null`: not loaded yet. */
  batch: Batch | null;
  /** Lines of a batch that is not loaded yet, as far as they are known. */
  lines: number;
  /** Why it is not loaded any more, such as a batch that is too old; `null`: nothing is wrong. */
  error: unknown;
}

/** Whether something of a part is still to come. */
export function isOpen({ batch, error }: Part): boolean {
  if (error !== null) return false;
  return batch === null || batch.next_cursor !== null || batch.poll_after_seconds !== null;
}

/** How many lines have sources that are still being asked, although their sites may be read. */
export function lateLines({ batch }: Part): number {
  return batch?.items.filter(({ data }) => data !== null && data.pending.length > 0).length ?? 0;
}

/** Whether it is worth looking for what slow sources answer: what is cached alone is asked for by nobody. */
export function isLate(part: Part): boolean {
  return part.error === null && part.batch !== null && part.batch.batch_id !== null && lateLines(part) > 0;
}
