import type { Batches } from './store/batches.ts';
import type { ListedBatch } from './store/batch-list.ts';
import {
  isServedBefore,
  type BatchInProgress,
  type BatchesInProgress,
  type BatchStage,
} from './store/batches-in-progress.ts';
import type { DomainCache } from '../domains/store/domain-cache.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { MissingDomains } from '../domains/store/missing-domains.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { UnconfirmedDeliveries } from '../deliveries/unconfirmed.ts';
import type { BatchCaller } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { BatchOptions, BatchView } from './batch.ts';
import { currentRows, type BatchWithParts } from './current-rows.ts';
import { batchInProgress, STALLED_MS, startReading } from './start-work.ts';
import { PARTS_AT_ONCE } from './store/item.ts';
import type { BatchQueue } from './tasks.ts';

/** Dependencies of the batch endpoints. */
export interface BatchServices {
  cache: Pick<DomainCache, 'readEntries'>;
  missing: Pick<MissingDomains, 'readMissing'>;
  batches: Batches;
  inProgress: BatchesInProgress;
  keys: IdempotencyKeys;
  /** Loads the queue's client, which is needed only if work has to be started. */
  loadQueue: () => Promise<BatchQueue>;
  /** Loads the stores of deliveries, which are needed only if a batch has a receiver. */
  loadDeliveries: () => Promise<Pick<Deliveries, 'add'> & Pick<UnconfirmedDeliveries, 'requireRoom'>>;
  /** Returns whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Returns the current state of a batch of the caller.
 *
 * @throws {ServiceError} not_found also for a batch of another owner
 */
export async function readBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [stored, owner] = await Promise.all([services.batches.read(id), caller.owner()]);
  if (stored?.batch.owner !== owner) throw noBatch();
  return viewOf(stored, services);
}

/** A batch in the list of its owner; `stage`: what is being done for it, `null`: nothing. */
export interface BatchOverview extends ListedBatch {
  stage: BatchStage | null;
}

const MAX_LISTED = 100;

/** Returns the last batches of the caller, newest first, at most {@link MAX_LISTED}. */
export async function listBatches(
  caller: BatchCaller,
  { batches, inProgress }: Pick<BatchServices, 'batches' | 'inProgress'>,
): Promise<BatchOverview[]> {
  const owner = await caller.owner();
  const [listed, stages] = await Promise.all([batches.readList(owner, MAX_LISTED), inProgress.stagesOf(owner)]);
  return listed.map((batch) => ({ ...batch, stage: stages.get(batch.id) ?? null }));
}

/** Returns the current state of a batch. If its work has stalled, it is started again. */
export async function viewOf({ batch, parts }: BatchWithParts, services: BatchServices): Promise<BatchView> {
  const { batches, inProgress, loadQueue, now } = services;
  const options = JSON.parse(batch.options) as BatchOptions;
  const domains = parts.flatMap(({ rows }) => rows.flatMap(({ domain }) => domain ?? []));
  const entries = await services.cache.readEntries(domains, { consistent: true });
  const rows = currentRows({ batch, parts }, entries, now());
  const pending = new Set(rows.flatMap(({ status, domain }) => (status === 'pending' ? [domain] : [])));
  const isStalled = pending.size > 0 && now() - batch.progressAt > STALLED_MS;
  if (isStalled && (await inProgress.take(batchInProgress(batch)))) {
    await startReading(batch, { batches, queue: await loadQueue() });
  }
  return {
    batchId: batch.id,
    createdAt: batch.createdAt,
    expiresAt: batch.expiresAt,
    pollAfterSeconds:
      pending.size === 0 ? null : await pollAfter(pending.size, batchInProgress(batch), inProgress.list(), now()),
    options,
    rows,
    entries,
  };
}

/**
 * Cancels a batch: domains that are not being fetched yet are not fetched, and no more sources are requested. A batch
 * that is done does not change.
 *
 * @returns the state of the batch after that
 * @throws {ServiceError} not_found also for a batch of another owner
 */
export async function cancelBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [batch, owner] = await Promise.all([services.batches.readHead(id), caller.owner()]);
  if (batch?.owner !== owner) throw noBatch();
  if (batch.reading.length > 0 && batch.cancelledAt === null) await services.batches.cancel(id);
  return readBatch(id, caller, services);
}

/** Estimated duration of fetching a site, until one of the batch has been fetched. */
const ESTIMATED_SECONDS = 1;
const MIN_SECONDS = 3;
const MAX_SECONDS = 300;
/** Minimum interval as a share of the batch's age: if the last sites are slow, the caller does not poll for each. */
const MIN_AGE_SHARE = 0.25;
/** Maximum estimate: if it is too high, the batch is done long before the caller polls again. */
const MAX_ESTIMATED_SECONDS = 60;
/** Number of domains of the maximum estimate. */
const MAX_DOMAINS_AHEAD = (MAX_ESTIMATED_SECONDS * PARTS_AT_ONCE) / ESTIMATED_SECONDS;

/**
 * Returns after which time the caller should poll again: when the sites are likely to be fetched, at the speed so far.
 * Before the first site is fetched, the domains of batches that are served first count as well.
 *
 * @param pending number of domains of the batch that have to be fetched
 * @param inProgress the batches in progress, which are read only as far as needed
 * @param now milliseconds since the epoch
 * @returns whole seconds
 */
export async function pollAfter(
  pending: number,
  batch: BatchInProgress,
  inProgress: AsyncIterable<BatchInProgress>,
  now: number,
): Promise<number> {
  const age = (now - batch.createdAt) / 1000;
  const read = batch.fetches - pending;
  const expected = read > 0 ? (age / read) * pending : await estimatedSeconds(pending, batch, inProgress);
  const seconds = Math.max(expected, age * MIN_AGE_SHARE);
  return Math.max(MIN_SECONDS, Math.min(MAX_SECONDS, Math.ceil(seconds)));
}

async function estimatedSeconds(
  pending: number,
  batch: BatchInProgress,
  inProgress: AsyncIterable<BatchInProgress>,
): Promise<number> {
  let domains = Math.min(pending, MAX_DOMAINS_AHEAD);
  if (domains < MAX_DOMAINS_AHEAD) {
    for await (const other of inProgress) {
      if (other.stage !== 'reading' || other.id === batch.id || !isServedBefore(other, batch)) continue;
      domains = Math.min(domains + other.fetches, MAX_DOMAINS_AHEAD);
      if (domains === MAX_DOMAINS_AHEAD) break;
    }
  }
  return (domains * ESTIMATED_SECONDS) / PARTS_AT_ONCE;
}

const noBatch = () => new ServiceError('not_found', { message: 'The owner of your key has no such batch.' });
