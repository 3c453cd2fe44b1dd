import type { Batch } from '../../../contract.ts';
import type { Api } from '../api/api.ts';
import { ApiError, type CsvPage } from '../api/client.ts';
import { withoutHeader } from '../api/whole-csv.ts';
import { type BatchMemory, isRequested } from './batch-memory.ts';
import { isOpen, type Part } from './follow-parts.ts';

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
export async function csvOfParts(parts: readonly Part[], services: CsvServices): Promise<string> {
  let text = '';
  for (const { id } of parts.filter(({ error }) => error === null)) {
    for await (const page of pagesOf(id, services)) text += text ? withoutHeader(page) : page;
  }
  return text;
}

async function* pagesOf(id: string, { api, memory }: CsvServices): AsyncGenerator<string> {
  const body = isRequested(id) ? memory.requestOf(id) : null;
  let page: CsvPage = body ? await api.createBatchAsCsv(body, id) : await api.batchAsCsv(id, {});
  yield page.text;
  while (page.nextCursor !== null) {
    page = await api.batchAsCsv(id, { cursor: page.nextCursor });
    yield page.text;
  }
}
