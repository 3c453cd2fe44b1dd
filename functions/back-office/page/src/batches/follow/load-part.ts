import type { Batch } from '../../../../contract.ts';
import type { Api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { type BatchMemory, isAsked } from '../batch-memory.ts';
import type { Part } from './part.ts';

export interface LoadServices {
  api: Pick<Api, 'batch' | 'createBatch'>;
  memory: Pick<BatchMemory, 'requestOf' | 'setStored' | 'currentId'>;
}

/**
 * Loads a part as it stands now. A part that the service has not stored is asked for, which makes its batch unless
 * everything of it is cached.
 *
 * @returns first, where its batch was just made, the part with its new id; at last the part with all of its items
 * @throws {ApiError}
 */
export async function* loadPart(part: Part, services: LoadServices, signal: AbortSignal): AsyncGenerator<Part> {
  const { api, memory } = services;
  const id = memory.currentId(part.id);
  const first = isAsked(id) ? await ask(id, services, signal) : await api.batch(id, {}, signal);
  const loaded = { ...part, id: first.batch_id ?? id, batch: first };
  if (loaded.id !== part.id) yield loaded;
  yield { ...loaded, batch: await withAllItems(first, loaded.id, api, signal) };
}

async function ask(id: string, { api, memory }: LoadServices, signal: AbortSignal): Promise<Batch> {
  const request = memory.requestOf(id);
  if (request === null) throw new ApiError('', { code: 'not_found', status: 404, retryable: false });
  const batch = await api.createBatch(request, id, signal);
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
