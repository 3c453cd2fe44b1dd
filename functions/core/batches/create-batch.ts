import { createHash } from 'node:crypto';
import type { BatchCaller } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { expiryOf, newBatchId, NOT_BEGUN } from './store/item.ts';
import type { BatchLine, BatchOrder, BatchRequest, BatchView, LineError } from './batch.ts';
import { openBatch, startReading } from './start-work.ts';
import { type BatchServices, pollAfter, viewOf } from './read-batch.ts';
import { standOf } from './lines-now.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import { inputOf, likelyDomain } from './input-of-line.ts';

interface CreateOptions<Page> {
  /** Of the header `Idempotency-Key`. */
  idempotencyKey: string | null;
  caller: BatchCaller;
  /** Makes the first page of the answer. */
  render: (view: BatchView) => Promise<Page>;
}

interface Created<Page> {
  view: BatchView;
  page: Page;
}

/**
 * Answers what is cached of many domains, and has the rest fetched in the background. Where nothing is left to fetch and
 * the answer is one page, nothing is stored.
 *
 * @throws {ServiceError} idempotency_conflict where the key was used for another request
 */
export async function createBatch<Page extends { isCut: boolean }>(
  request: BatchRequest,
  { idempotencyKey, caller, render }: CreateOptions<Page>,
  services: BatchServices,
): Promise<Created<Page>> {
  let id = newBatchId(services.now());
  if (idempotencyKey !== null) {
    id = await firstId(request, idempotencyKey, id, caller, services);
    const made = await services.batches.read(id);
    if (made) return withPage(await viewOf(made, services), render);
  }
  try {
    return await make(request, { id, caller, render }, services);
  } catch (error) {
    // With a key, the same request goes on where this one has stopped.
    if (idempotencyKey === null) await abandon(id, caller, services);
    throw error;
  }
}

interface Making<Page> extends Pick<CreateOptions<Page>, 'caller' | 'render'> {
  id: string;
}

async function make<Page extends { isCut: boolean }>(
  { domains, ...order }: BatchRequest,
  { id, caller, render }: Making<Page>,
  services: BatchServices,
): Promise<Created<Page>> {
  const prepared = await prepare(domains, order, { id, caller }, services);
  if (prepared.fetches === 0) {
    const view = { ...prepared.view, batchId: null };
    const page = await render(view);
    if (!page.isCut) return { view, page };
  }
  return withPage(await store({ id, ...prepared }, caller, services), render);
}

/** Nobody will ask for a batch of which nobody was told. */
async function abandon(id: string, caller: BatchCaller, { batches, open }: BatchServices): Promise<void> {
  try {
    await batches.cancel(id);
    await open.remove(id);
    await caller.giveBack(id);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'batch not given up', id, error: (error as Error).name }));
  }
}

async function withPage<Page>(view: BatchView, render: (view: BatchView) => Promise<Page>): Promise<Created<Page>> {
  return { view, page: await render(view) };
}

/** @returns the id under which the first request with this key made its batch, or was to make it */
async function firstId(
  request: BatchRequest,
  key: string,
  id: string,
  caller: BatchCaller,
  { keys }: BatchServices,
): Promise<string> {
  const body = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const first = await keys.note(await caller.owner(), key, { body, id });
  if (first.body !== body) throw new ServiceError('idempotency_conflict');
  return first.id;
}

interface Prepared {
  view: BatchView;
  /** Domains that are to be fetched, for which the allowance was taken. */
  fetches: number;
}

async function prepare(
  inputs: unknown[],
  order: BatchOrder,
  { id, caller }: { id: string; caller: BatchCaller },
  services: BatchServices,
): Promise<Prepared> {
  const { now } = services;
  const createdAt = new Date(now()).toISOString();
  const { lines: found, entries } = await findLines(inputs, services);
  const known = found.map((line): BatchLine => {
    if (line.domain === null) return line;
    return { ...line, ...standOf(entries.get(line.domain), { order, createdAt }, now()) };
  });
  const lines = order.refresh ? known : await withoutMissing(known, services);
  const wanted = new Set(lines.flatMap(({ domain, status }) => (status === 'pending' ? [domain!] : [])));
  const { taken, refusal } = wanted.size === 0 ? { taken: 0, refusal: '' } : await caller.takeDomains(wanted.size, id);
  const fetched = new Set([...wanted].slice(0, taken));
  const view: BatchView = {
    batchId: null,
    createdAt,
    expiresAt: null,
    pollAfterSeconds: null,
    order,
    lines: countedLines(lines, fetched, refusal),
    entries,
  };
  return { view, fetches: fetched.size };
}

/** Names that are known not to exist are not looked up again before it is time to. */
async function withoutMissing(lines: BatchLine[], services: BatchServices): Promise<BatchLine[]> {
  const pending = lines.flatMap(({ domain, status }) => (status === 'pending' ? [domain!] : []));
  const missing = await services.missing.readMissing(pending);
  return lines.map((line) => {
    if (line.status !== 'pending' || !missing.has(line.domain!)) return line;
    const { code, message, retryable } = new ServiceError('domain_not_found', { params: { domain: line.domain! } });
    return { ...line, status: 'not_found', error: { code, message, retryable } };
  });
}

/** @param fetched domains for which the allowance was taken; the lines of others are refused */
function countedLines(lines: BatchLine[], fetched: ReadonlySet<string>, refusal: string): BatchLine[] {
  const uncounted = new Set(fetched);
  return lines.map((line) => {
    if (line.status !== 'pending') return line;
    if (!fetched.has(line.domain!)) return { ...line, status: 'refused', error: allowanceUsedUp(refusal) };
    return { ...line, isCounted: uncounted.delete(line.domain!) };
  });
}

const allowanceUsedUp = (message: string): LineError => ({
  code: 'domain_allowance_exceeded',
  message,
  retryable: true,
});

interface NewBatch extends Prepared {
  id: string;
}

async function store(
  { id, view, fetches }: NewBatch,
  caller: BatchCaller,
  services: BatchServices,
): Promise<BatchView> {
  const { loadQueue, open, batches } = services;
  const { createdAt, order, lines } = view;
  const owner = await caller.owner();
  const reading = await batches.create({ id, owner, createdAt, wanted: JSON.stringify(order), fetches, lines });
  if (!reading) return viewOf((await batches.read(id))!, services);
  let pollAfterSeconds: number | null = null;
  if (fetches > 0) {
    const state = { touchedAt: NOT_BEGUN, ended: new Set<number>(), cancelledAt: null, stoppedAt: null, resumes: 0 };
    const batch = { id, createdAt, fetches, reading, ...state };
    await startReading(batch, { batches, open, queue: await loadQueue() });
    pollAfterSeconds = pollAfter(fetches, openBatch(batch), await open.list(), Date.parse(createdAt));
  }
  const expiresAt = new Date(expiryOf(createdAt) * 1000).toISOString();
  return { ...view, batchId: id, expiresAt, pollAfterSeconds };
}

interface FoundLines {
  /** As they begin: `pending` with a domain, or `invalid`. */
  lines: BatchLine[];
  /** The cached entries of their domains, as far as there are any. */
  entries: ReadonlyMap<string, CachedRecord>;
}

/**
 * The lines of a request, and what is cached of them. Names are checked before anything is stored under them: where all
 * are cached, none needs a check, and what checks them is not loaded.
 */
export async function findLines(
  inputs: unknown[],
  { cache, isReachable }: Pick<BatchServices, 'cache' | 'isReachable'>,
): Promise<FoundLines> {
  const likely = inputs.map(likelyDomain);
  const entries = new Map(await cache.readEntries(likely.filter((name) => name !== null)));
  const isCached = (name: string | null) => name !== null && entries.has(name);
  const cachedLine = (input: unknown, domain: string | null): BatchLine => ({
    ...{ input: inputOf(input), domain, status: 'pending', error: null },
  });
  if (likely.every(isCached))
    return { lines: inputs.map((input, index) => cachedLine(input, likely[index]!)), entries };
  const { lineOf } = await import('./line-of.ts');
  const lines = inputs.map((input, index) => {
    const name = likely[index]!;
    return isCached(name) ? cachedLine(input, name) : lineOf(input, isReachable);
  });
  // Of a www name directly below a public suffix, the likely name is the suffix.
  const others = lines.flatMap(({ domain }, index) => (domain === null || domain === likely[index] ? [] : [domain]));
  for (const [domain, entry] of await cache.readEntries(others)) entries.set(domain, entry);
  return { lines, entries };
}
