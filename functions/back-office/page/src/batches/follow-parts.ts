import { rowStatuses } from '../../../../core/batches/batch.ts';
import type { Batch } from '../../../contract.ts';
import type { Api } from '../api/api.ts';
import { ApiError, mayPass, wholeCsv, withoutHeader } from '../api/client.ts';
import { type BatchMemory, isRequested } from './batch-memory.ts';

/** One of the batches that are shown as one. */
export interface Part {
  /** Of the batch, or of its request while the service has not stored it. */
  id: string;
  /** With the items of all pages, unless `next_cursor` states that some are missing; `null`: not loaded yet. */
  batch: Batch | null;
  /** Number of rows of a batch that is not loaded yet, as far as it is known. */
  lines: number;
  /** Why it is not loaded any more, such as a batch that is too old; `null`: no error. */
  error: unknown;
}

/** Number of rows that were not settled at some time, in milliseconds since the epoch. */
interface Pending {
  at: number;
  rows: number;
}

/** The state of the parts. */
export interface Following {
  parts: readonly Part[];
  /** Error of the last poll; `null`: it succeeded. */
  trouble: unknown;
  /** Time of the first and the last successful poll, with what was pending; `null`: there was none. */
  first: Pending | null;
  last: Pending | null;
  /** Seconds until the next poll; `null`: nothing changes any more, or the first poll is running. */
  waitSeconds: number | null;
  /** A poll has succeeded: only parts of which something is still to come are loaded again. */
  isLoaded: boolean;
  /** Number of polls since the last change. */
  unchanged: number;
}

/** Longest time between two polls, however long the service states. */
const MAX_WAIT_SECONDS = 15;
const MIN_WAIT_SECONDS = 1;
const WAIT_AFTER_TROUBLE_SECONDS = 10;
/** Five minutes: sources have rate limits, and other batches may come first. */
const MAX_POLLS_WITHOUT_CHANGE = 20;

/** Parts that are about to be polled. */
export function unseen(parts: readonly Part[]): Following {
  return { parts, trouble: null, first: null, last: null, waitSeconds: null, isLoaded: false, unchanged: 0 };
}

interface PollServices {
  load: (part: Part) => AsyncIterable<Part>;
  /** Called with what is known during the poll. */
  onChange: (following: Following) => void;
  signal: AbortSignal;
  now: () => number;
}

/**
 * Loads parts one after the other; after the first poll only those of which something is still to come. Polls end when
 * nothing is, or when slow sources have returned nothing for some minutes. An error that may pass ends a poll, and the
 * next one continues; any other error ends only its part.
 */
export async function pollParts(last: Following, services: PollServices): Promise<Following> {
  const polled = await loadParts(last, services);
  if (services.signal.aborted) return last;
  const hasSucceeded = polled.trouble === null;
  const unchanged = hasSucceeded && lateIn(polled) === lateIn(last) ? last.unchanged + 1 : 0;
  const pending = hasSucceeded ? { at: services.now(), rows: totalsOf(polled.parts).pending } : last.last;
  return {
    ...polled,
    first: last.first ?? pending,
    last: pending,
    waitSeconds: secondsToWait(polled, unchanged),
    isLoaded: last.isLoaded || hasSucceeded,
    unchanged,
  };
}

async function loadParts(last: Following, { load, onChange, signal }: PollServices): Promise<Following> {
  let { parts } = last;
  for (const [index, part] of last.parts.entries()) {
    if (part.error !== null || (last.isLoaded && !isOpen(part) && !isLate(part))) continue;
    try {
      for await (const loaded of load(part)) {
        parts = parts.with(index, loaded);
        if (!signal.aborted) onChange({ ...last, parts });
      }
    } catch (error) {
      if (signal.aborted) return last;
      if (mayPass(error)) return { ...last, parts, trouble: error };
      parts = parts.with(index, { ...parts[index]!, error });
    }
  }
  return { ...last, parts, trouble: null };
}

function secondsToWait(following: Following, unchanged: number): number | null {
  const open = following.parts.filter(isOpen);
  const isOver = open.length === 0 && (!following.parts.some(isLate) || unchanged >= MAX_POLLS_WITHOUT_CHANGE);
  if (isOver) return null;
  if (following.trouble !== null) return WAIT_AFTER_TROUBLE_SECONDS;
  if (open.length === 0) return MAX_WAIT_SECONDS;
  const requested = open.map(({ batch }) => batch?.poll_after_seconds ?? MIN_WAIT_SECONDS);
  return Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, Math.min(...requested)));
}

/** Whether something of a part is still to come. */
export function isOpen({ batch, error }: Part): boolean {
  if (error !== null) return false;
  return batch === null || batch.next_cursor !== null || batch.poll_after_seconds !== null;
}

/** Number of rows with sources that are still being fetched, although their sites may be fetched. */
function lateRows({ batch }: Part): number {
  return batch?.items.filter(({ data }) => data !== null && data.pending.length > 0).length ?? 0;
}

/** Whether slow sources may still add values: for what is only cached, none is requested. */
function isLate(part: Part): boolean {
  return part.error === null && part.batch !== null && part.batch.batch_id !== null && lateRows(part) > 0;
}

/** Number of rows of all parts with sources that are still being fetched. */
export function lateIn({ parts }: Pick<Following, 'parts'>): number {
  return parts.reduce((sum, part) => sum + lateRows(part), 0);
}

const NONE = Object.fromEntries(['domains', ...rowStatuses].map((name) => [name, 0])) as Batch['totals'];

/** Totals of all parts; rows of a part that is not loaded yet are pending. */
export function totalsOf(parts: readonly Part[]): Batch['totals'] {
  const each = parts.map(({ batch, lines }) => batch?.totals ?? { ...NONE, domains: lines, pending: lines });
  const sum = (name: keyof Batch['totals']) => each.reduce((total, totals) => total + totals[name], 0);
  return Object.fromEntries(Object.keys(NONE).map((name) => [name, sum(name as keyof typeof NONE)])) as Batch['totals'];
}

/**
 * Estimates the seconds until all rows are settled, at the mean rate of the polls so far.
 *
 * @returns `null` while nothing was settled between two polls, or if nothing is pending
 */
export function secondsLeft({ first, last }: Pick<Following, 'first' | 'last'>): number | null {
  if (!first || !last || last.rows === 0 || last.rows >= first.rows) return null;
  return Math.ceil((last.rows * (last.at - first.at)) / (first.rows - last.rows) / 1_000);
}

interface LoadServices {
  api: Pick<Api, 'batch' | 'createBatch'>;
  memory: Pick<BatchMemory, 'requestOf' | 'setStored' | 'currentId'>;
}

/**
 * Loads the current state of a part. A part that the service has not stored is requested, which creates its batch unless
 * all of it is cached.
 *
 * @returns first, if its batch was just created, the part with its new id; at last the part with all of its items
 * @throws {ApiError}
 */
export async function* loadPart(part: Part, services: LoadServices, signal: AbortSignal): AsyncGenerator<Part> {
  const { api, memory } = services;
  const id = memory.currentId(part.id);
  const first = isRequested(id) ? await request(id, services, signal) : await api.batch(id, {}, signal);
  const loaded = { ...part, id: first.batch_id ?? id, batch: first };
  if (loaded.id !== part.id) yield loaded;
  yield { ...loaded, batch: await withAllItems(first, loaded.id, api, signal) };
}

async function request(id: string, { api, memory }: LoadServices, signal: AbortSignal): Promise<Batch> {
  const body = memory.requestOf(id);
  if (body === null) throw new ApiError('', { code: 'not_found', status: 404, retryable: false });
  const batch = await api.createBatch(body, id, signal);
  if (batch.batch_id !== null) memory.setStored(id, batch.batch_id);
  return batch;
}

async function withAllItems(first: Batch, id: string, api: LoadServices['api'], signal: AbortSignal): Promise<Batch> {
  const items = [...first.items];
  let cursor = first.next_cursor;
  while (cursor !== null) {
    const page = await api.batch(id, { cursor }, signal);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return { ...first, items, next_cursor: null };
}

interface CancelServices {
  api: Pick<Api, 'createBatch' | 'cancelBatch'>;
  memory: Pick<BatchMemory, 'requestOf' | 'setStored' | 'currentId' | 'remove'>;
}

/**
 * Cancels what has not begun. Batches that are not created yet are dropped, except the first one: its request may have
 * been running when it was aborted, so it is created for certain and then cancelled.
 *
 * @returns the parts that are left, to be loaded again
 * @throws {ApiError}
 */
export async function cancelParts(known: readonly Part[], services: CancelServices): Promise<Part[]> {
  const { api, memory } = services;
  const parts = known.map((part) => ({ ...part, id: memory.currentId(part.id) }));
  const [first, ...rest] = parts.filter(isNotCreated);
  const created = first && (await create(first, services));
  const left = parts.filter((part) => !rest.includes(part)).map((part) => (part === first ? created! : part));
  memory.remove(rest.map(({ id }) => id));
  const cancelled = left.filter((part) => isOpen(part) && !isRequested(part.id));
  for (const { id } of cancelled) await api.cancelBatch(id);
  return left.map((part) => (cancelled.includes(part) ? { ...part, batch: null } : part));
}

const isNotCreated = ({ id, batch, error }: Part) => isRequested(id) && batch === null && error === null;

async function create(part: Part, { api, memory }: CancelServices): Promise<Part> {
  const body = memory.requestOf(part.id);
  if (body === null) return part;
  const batch = await api.createBatch(body, part.id);
  if (batch.batch_id !== null) memory.setStored(part.id, batch.batch_id);
  return { ...part, id: batch.batch_id ?? part.id, batch };
}

interface CsvServices {
  api: Pick<Api, 'batchAsCsv' | 'createBatchAsCsv'>;
  memory: Pick<BatchMemory, 'requestOf'>;
}

/**
 * Returns all rows of all parts as one CSV text with one header row. The parts have the same columns, since they were
 * started with the same members.
 *
 * @throws {ApiError}
 */
export async function csvOfParts(parts: readonly Part[], { api, memory }: CsvServices): Promise<string> {
  let text = '';
  for (const { id } of parts.filter(({ error }) => error === null)) {
    const body = isRequested(id) ? memory.requestOf(id) : null;
    const csv = await wholeCsv((cursor) => {
      if (cursor !== null) return api.batchAsCsv(id, { cursor });
      return body ? api.createBatchAsCsv(body, id) : api.batchAsCsv(id, {});
    });
    text += text ? withoutHeader(csv) : csv;
  }
  return text;
}
