import type { Batches } from './store/batches.ts';
import { goesBefore, type OpenBatch, type OpenBatches } from './store/open-batches.ts';
import type { DomainCache } from '../domains/store/domain-cache.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { MissingDomains } from '../domains/store/missing-domains.ts';
import type { WorkQueue } from '../platform/queues/work-queue.ts';
import type { BatchCaller } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { BatchOrder, BatchView } from './batch.ts';
import { linesNow, type MadeBatch } from './lines-now.ts';
import { openBatch, STALLED_MS, startReading } from './start-work.ts';
import { PARTS_AT_ONCE } from './store/item.ts';

/** Dependencies of answering with batches. */
export interface BatchServices {
  cache: Pick<DomainCache, 'readEntries'>;
  missing: Pick<MissingDomains, 'readMissing'>;
  batches: Batches;
  open: OpenBatches;
  keys: IdempotencyKeys;
  /** Its client is loaded only where work begins. */
  loadQueue: () => Promise<Pick<WorkQueue, 'send' | 'sendBatch'>>;
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * A batch of the caller's as it stands.
 *
 * @throws {ServiceError} not_found for a batch of somebody else as well
 */
export async function readBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [made, owner] = await Promise.all([services.batches.read(id), caller.owner()]);
  if (made?.batch.owner !== owner) throw new ServiceError('not_found');
  return viewOf(made, services);
}

/** A batch as it stands. Where the work on it has stopped, it is begun anew. */
export async function viewOf({ batch, parts }: MadeBatch, services: BatchServices): Promise<BatchView> {
  const { batches, open, loadQueue, now } = services;
  const order = JSON.parse(batch.wanted) as BatchOrder;
  const domains = parts.flatMap(({ lines }) => lines.flatMap(({ domain }) => domain ?? []));
  const entries = await services.cache.readEntries(domains, { consistent: true });
  const lines = linesNow({ batch, parts }, entries, now());
  const pending = new Set(lines.flatMap(({ status, domain }) => (status === 'pending' ? [domain] : [])));
  if (pending.size > 0 && now() - batch.touchedAt > STALLED_MS) {
    await startReading(batch, { batches, open, queue: await loadQueue() });
  }
  return {
    batchId: batch.id,
    createdAt: batch.createdAt,
    expiresAt: batch.expiresAt,
    pollAfterSeconds: pending.size === 0 ? null : pollAfter(pending.size, openBatch(batch), await open.list(), now()),
    order,
    lines,
    entries,
  };
}

/**
 * Cancels what of a batch has not begun: no more of its domains are fetched, and no more of their sources are asked. One
 * that is done stays as it is.
 *
 * @returns the batch as it stands then
 * @throws {ServiceError} not_found for a batch of somebody else as well
 */
export async function cancelBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [batch, owner] = await Promise.all([services.batches.readHead(id), caller.owner()]);
  if (batch?.owner !== owner) throw new ServiceError('not_found');
  if (batch.reading.length > 0 && batch.cancelledAt === null) await services.batches.cancel(id);
  return readBatch(id, caller, services);
}

/** How long reading a site is taken for, as long as nothing is known of it. */
const GUESSED_SECONDS = 1;
const LEAST_SECONDS = 3;
const MOST_SECONDS = 300;
/** So much of the age of a batch is waited at least: where the last sites are slow, nobody asks for each of them. */
const LEAST_OF_AGE = 0.25;
/** Of a guess: where it is too long, the batch is done long before the caller asks again. */
const MOST_GUESSED_SECONDS = 60;

/**
 * When it pays to ask for a batch again: when its sites are likely to have been read, as fast as so far. Before the first
 * one is read, those of the batches before it count as well.
 *
 * @param pending domains of it that are still to be fetched
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export function pollAfter(pending: number, batch: OpenBatch, open: OpenBatch[], now: number): number {
  const age = (now - batch.createdAt) / 1000;
  const read = batch.fetches - pending;
  const guessed = Math.min(MOST_GUESSED_SECONDS, (linesAhead(pending, batch, open) * GUESSED_SECONDS) / PARTS_AT_ONCE);
  const seconds = Math.max(read > 0 ? (age / read) * pending : guessed, age * LEAST_OF_AGE);
  return Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, Math.ceil(seconds)));
}

function linesAhead(pending: number, batch: OpenBatch, open: OpenBatch[]): number {
  const before = open.filter((other) => other.stage === 'reading' && other.id !== batch.id && goesBefore(other, batch));
  return before.reduce((sum, { fetches }) => sum + fetches, pending);
}
