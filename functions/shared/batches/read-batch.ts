import type { BatchCaller } from '../gateway/batch-caller.ts';
import { NotFound } from '../http/errors.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { StoredBatch, StoredPart } from '../storage/batches/batch-reader.ts';
import type { BatchLine, BatchOrder, BatchView, LineOutcome } from './batch.ts';
import { pollAfter } from './poll-after.ts';
import { openBatch } from './precedence.ts';
import type { BatchServices } from './services.ts';
import { standOf } from './stand.ts';
import { startReading } from './start-work.ts';

/** No work is known to have gone on for so long: the messages of the batch are taken for lost. */
const STALLED_MS = 60 * 60_000;

/** What is stored of a batch. */
export interface MadeBatch {
  batch: StoredBatch;
  parts: StoredPart[];
}

/**
 * A batch of the caller's as it stands.
 *
 * @throws {NotFound} for a batch of somebody else as well
 */
export async function readBatch(id: string, caller: BatchCaller, services: BatchServices): Promise<BatchView> {
  const [made, owner] = await Promise.all([services.batches.read(id), caller.owner()]);
  if (made?.batch.owner !== owner) throw new NotFound();
  return viewOf(made, services);
}

/** A batch as it stands. Where the work on it has stopped, it is begun anew. */
export async function viewOf({ batch, parts }: MadeBatch, services: BatchServices): Promise<BatchView> {
  const { open, now } = services;
  const order = JSON.parse(batch.wanted) as BatchOrder;
  const domains = parts.flatMap(({ lines }) => lines.flatMap(({ domain }) => domain ?? []));
  const entries = await services.readEntries(domains, { consistent: true });
  const lines = parts.flatMap(({ number, lines: ofPart }) => {
    const isRead = batch.ended.has(number);
    return ofPart.map((line): BatchLine => {
      const entry = line.domain === null ? undefined : entries.get(line.domain);
      return { ...line, ...outcomeNow(line, entry, { ...batch, order, isRead }, now()) };
    });
  });
  const pending = new Set(lines.flatMap(({ status, domain }) => (status === 'pending' ? [domain] : [])));
  if (pending.size > 0 && now() - batch.touchedAt > STALLED_MS) await startAgain(batch, services);
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

interface LineOf extends Pick<StoredBatch, 'createdAt' | 'cancelledAt'> {
  order: BatchOrder;
  /** The sites of the line's part have been read. */
  isRead: boolean;
}

const refusedBy = (code: string, message: string): LineOutcome => ({
  status: 'refused',
  error: { code, message, retryable: true },
});
const CANCELLED = refusedBy('cancelled', 'The batch was cancelled before this domain was fetched');
const GONE: LineOutcome = {
  status: 'failed',
  error: { code: 'gone', message: 'What was fetched of this domain is not stored any more', retryable: true },
};

function outcomeNow(line: BatchLine, entry: CachedRecord | undefined, batch: LineOf, now: number): LineOutcome {
  if (line.status !== 'pending') return line;
  const { isRead, cancelledAt } = batch;
  const stand = standOf(entry, { ...batch, isTried: isRead }, now);
  if (stand.status !== 'pending') return stand;
  if (cancelledAt !== null) return CANCELLED;
  return isRead ? GONE : stand;
}

async function startAgain(batch: StoredBatch, { loadWriter }: BatchServices): Promise<void> {
  const { batches, queue } = await loadWriter();
  const unread = batch.reading.filter((part) => !batch.ended.has(part));
  if (await batches.touch(batch)) await startReading(batch.id, unread, queue);
}
