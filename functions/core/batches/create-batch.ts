import { createHash } from 'node:crypto';
import type { BatchCaller, TakenDomains } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { expiryOf, newBatchId, NOT_STARTED } from './store/item.ts';
import type { BatchRow, BatchOptions, BatchRequest, BatchView, RowError } from './batch.ts';
import { type Ended, sendEnd } from './announce-batch.ts';
import { batchInProgress, startReading } from './start-work.ts';
import { type BatchServices, pollAfter, viewOf } from './read-batch.ts';
import { type BatchWithParts, outcomeFromCache } from './current-rows.ts';
import { MAX_BATCHES_IN_PROGRESS } from './store/batches-in-progress.ts';
import type { StoredBatch } from './store/batches.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import { rowInput, likelyDomain } from './row-input.ts';
import { logWarning } from '../platform/log-warning.ts';

interface CreateOptions<Page> {
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | null;
  caller: BatchCaller;
  /** Renders the first page of the answer. */
  render: (view: BatchView) => Promise<Page>;
}

interface Created<Page> {
  view: BatchView;
  page: Page;
}

/**
 * Returns the cached records of many domains and queues the fetch of the others. If nothing has to be fetched, the answer
 * is one page and there is no receiver, nothing is stored.
 *
 * @throws {ServiceError} idempotency_conflict if the key was used for another request; batches_full if something has to be
 *   fetched, and the owner has too many batches in progress
 * @throws {ServiceError} deliveries_full if the owner has too many pending deliveries to unconfirmed addresses
 */
export async function createBatch<Page extends { isCut: boolean }>(
  request: BatchRequest,
  { idempotencyKey, caller, render }: CreateOptions<Page>,
  services: BatchServices,
): Promise<Created<Page>> {
  let id = newBatchId(services.now());
  if (request.deliver) await requireRoom(request.deliver, idempotencyKey, caller, services);
  if (idempotencyKey !== null) {
    id = await firstId(request, idempotencyKey, id, caller, services);
    const stored = await services.batches.read(id);
    if (stored) return withPage(await viewOfStored(stored, services), render);
  }
  try {
    return await make(request, { id, caller, render }, services);
  } catch (error) {
    // With a key, the caller can repeat the request, which then continues this batch.
    if (idempotencyKey === null) await abandon(id, caller, services);
    throw error;
  }
}

/** @throws {ServiceError} deliveries_full unless the request repeats one that was accepted */
async function requireRoom(
  url: string,
  idempotencyKey: string | null,
  caller: BatchCaller,
  { keys, loadDeliveries }: BatchServices,
): Promise<void> {
  const owner = await caller.owner();
  if (idempotencyKey !== null && (await keys.isUsed(owner, idempotencyKey))) return;
  await (await loadDeliveries()).requireRoom(owner, url);
}

async function make<Page extends { isCut: boolean }>(
  { domains, ...options }: BatchRequest,
  { id, caller, render }: Omit<CreateOptions<Page>, 'idempotencyKey'> & { id: string },
  services: BatchServices,
): Promise<Created<Page>> {
  const prepared = await prepare(domains, options, { id, caller }, services);
  if (prepared.fetches === 0 && !options.deliver) {
    const view = { ...prepared.view, batchId: null };
    const page = await render(view);
    if (!page.isCut) return { view, page };
  }
  return withPage(await store({ id, ...prepared }, caller, services), render);
}

/** Cancels a batch whose creation failed: the caller does not know its id. */
async function abandon(id: string, caller: BatchCaller, { batches, inProgress }: BatchServices): Promise<void> {
  try {
    await batches.cancel(id);
    await inProgress.remove({ id, owner: await caller.owner() });
    await caller.giveBack(id);
  } catch (error) {
    logWarning('batch not cancelled', { id })(error);
  }
}

async function withPage<Page>(view: BatchView, render: (view: BatchView) => Promise<Page>): Promise<Created<Page>> {
  return { view, page: await render(view) };
}

/** @returns the batch id of the first request with this key */
async function firstId(
  request: BatchRequest,
  key: string,
  id: string,
  caller: BatchCaller,
  { keys }: BatchServices,
): Promise<string> {
  const body = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const first = await keys.recordFirst(await caller.owner(), key, { body, id });
  if (first.body !== body) throw new ServiceError('idempotency_conflict');
  return first.id;
}

interface Prepared {
  view: BatchView;
  /** Number of domains that have to be fetched, for which the allowance is reserved. */
  fetches: number;
}

async function prepare(
  inputs: unknown[],
  options: BatchOptions,
  { id, caller }: { id: string; caller: BatchCaller },
  services: BatchServices,
): Promise<Prepared> {
  const { now } = services;
  const createdAt = new Date(now()).toISOString();
  const { rows: found, entries } = await findRows(inputs, services);
  const known = found.map((row): BatchRow => {
    if (row.domain === null) return row;
    return { ...row, ...outcomeFromCache(entries.get(row.domain), { options, createdAt }, now()) };
  });
  const rows = options.refresh ? known : await withoutMissing(known, services);
  const toFetch = new Set(rows.flatMap(({ domain, status }) => (status === 'pending' ? [domain!] : [])));
  const { taken, refusal } = await takeDomains(toFetch.size, { id, createdAt, caller }, services);
  const fetched = new Set([...toFetch].slice(0, taken));
  const view: BatchView = {
    batchId: null,
    createdAt,
    expiresAt: null,
    pollAfterSeconds: null,
    options,
    rows: withAllowance(rows, fetched, refusal),
    entries,
  };
  return { view, fetches: fetched.size };
}

/**
 * Counts the domains to fetch against the allowance, after the batch has a slot: a request that is refused counts nothing.
 */
async function takeDomains(
  fetches: number,
  { id, createdAt, caller }: { id: string; createdAt: string; caller: BatchCaller },
  { inProgress }: BatchServices,
): Promise<TakenDomains> {
  if (fetches === 0) return { taken: 0, refusal: '' };
  const batch = { id, owner: await caller.owner(), fetches, createdAt };
  await takeSlot(batch, inProgress);
  const domains = await caller.takeDomains(fetches, id);
  if (domains.taken === 0) await inProgress.remove(batch);
  return domains;
}

/** @throws {ServiceError} batches_full */
async function takeSlot(
  batch: Parameters<typeof batchInProgress>[0],
  inProgress: BatchServices['inProgress'],
): Promise<void> {
  if (!(await inProgress.take(batchInProgress(batch))))
    throw new ServiceError('batches_full', { values: { max: MAX_BATCHES_IN_PROGRESS } });
}

/**
 * Sets `not_found` in rows whose names are known not to exist: these are not looked up again until the entry expires.
 */
async function withoutMissing(rows: BatchRow[], services: BatchServices): Promise<BatchRow[]> {
  const pending = rows.flatMap(({ domain, status }) => (status === 'pending' ? [domain!] : []));
  const missing = await services.missing.readMissing(pending);
  return rows.map((row) => {
    if (row.status !== 'pending' || !missing.has(row.domain!)) return row;
    const { code, message, retryable } = new ServiceError('domain_not_found', { values: { domain: row.domain! } });
    return { ...row, status: 'not_found', error: { code, message, retryable } };
  });
}

/** @param fetched domains for which the allowance is reserved; rows of other domains become `refused` */
function withAllowance(rows: BatchRow[], fetched: ReadonlySet<string>, refusal: string): BatchRow[] {
  const uncounted = new Set(fetched);
  return rows.map((row) => {
    if (row.status !== 'pending') return row;
    if (!fetched.has(row.domain!)) return { ...row, status: 'refused', error: allowanceUsedUp(refusal) };
    return { ...row, isCounted: uncounted.delete(row.domain!) };
  });
}

const allowanceUsedUp = (message: string): RowError => ({
  code: 'domain_allowance_exceeded',
  message,
  retryable: true,
});

async function store(
  { id, view, fetches }: Prepared & { id: string },
  caller: BatchCaller,
  services: BatchServices,
): Promise<BatchView> {
  const { loadQueue, inProgress, batches } = services;
  const { createdAt, options, rows } = view;
  const owner = await caller.owner();
  const reading = await batches.create({ id, owner, createdAt, options: JSON.stringify(options), fetches, rows });
  if (!reading) return viewOfStored((await batches.read(id))!, services);
  await batches.addToList({ id, owner, createdAt }, rows.length);
  let pollAfterSeconds: number | null = null;
  if (fetches > 0) {
    const state = { progressAt: NOT_STARTED, ended: new Set<number>(), cancelledAt: null, stoppedAt: null, resumes: 0 };
    const batch = { id, owner, createdAt, fetches, reading, ...state };
    // With its final number of domains. The scheduler frees the slot of a request that is repeated late.
    await takeSlot(batch, inProgress);
    await startReading(batch, { batches, queue: await loadQueue() });
    pollAfterSeconds = await pollAfter(fetches, batchInProgress(batch), inProgress.list(), Date.parse(createdAt));
  }
  const batch = { id, owner, createdAt, options: JSON.stringify(options), fetches, cancelledAt: null, stoppedAt: null };
  await endIfDone(batch, services);
  const expiresAt = new Date(expiryOf(createdAt) * 1000).toISOString();
  return { ...view, batchId: id, expiresAt, pollAfterSeconds };
}

/** Returns the state of a batch that this request, or an earlier one with its key, has already stored. */
async function viewOfStored(stored: BatchWithParts, services: BatchServices): Promise<BatchView> {
  const { batch, parts } = stored;
  // The earlier one may have failed before it added the batch to the list, or sent the end.
  await services.batches.addToList(
    batch,
    parts.reduce((sum, { rows }) => sum + rows.length, 0),
  );
  await endIfDone(stored.batch, services);
  return viewOf(stored, services);
}

/** Sends the end of a batch that has nothing to fetch. No worker does that. It can be repeated. */
async function endIfDone(batch: Ended & Pick<StoredBatch, 'fetches'>, services: BatchServices): Promise<void> {
  const { deliver } = JSON.parse(batch.options) as BatchOptions;
  if (batch.fetches > 0 || !deliver) return;
  await sendEnd(batch, { deliveries: await services.loadDeliveries(), now: services.now });
}

interface FoundRows {
  /** Initial rows: `pending` with a domain, or `invalid`. */
  rows: BatchRow[];
  /** The cached entries of their domains; domains without an entry are missing. */
  entries: ReadonlyMap<string, CachedRecord>;
}

/**
 * Returns the rows of a request and their cached entries. Names are validated before anything is stored under them. If
 * all are cached, none needs validation, and its module is not loaded.
 */
export async function findRows(
  inputs: unknown[],
  { cache, isReachable }: Pick<BatchServices, 'cache' | 'isReachable'>,
): Promise<FoundRows> {
  const likely = inputs.map(likelyDomain);
  const entries = new Map(await cache.readEntries(likely.filter((name) => name !== null)));
  const isCached = (name: string | null) => name !== null && entries.has(name);
  const cachedRow = (input: unknown, domain: string | null): BatchRow => ({
    input: rowInput(input),
    domain,
    status: 'pending',
    error: null,
  });
  if (likely.every(isCached)) return { rows: inputs.map((input, index) => cachedRow(input, likely[index]!)), entries };
  const { parseRow } = await import('./parse-row.ts');
  const rows = inputs.map((input, index) => {
    const name = likely[index]!;
    return isCached(name) ? cachedRow(input, name) : parseRow(input, isReachable);
  });
  // For a www name directly below a public suffix, the unchecked name is the suffix.
  const others = rows.flatMap(({ domain }, index) => (domain === null || domain === likely[index] ? [] : [domain]));
  for (const [domain, entry] of await cache.readEntries(others)) entries.set(domain, entry);
  return { rows, entries };
}
