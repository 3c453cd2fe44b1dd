import type { Api } from '../../api/api.ts';
import { type BatchMemory, isAsked } from '../batch-memory.ts';
import { isOpen, type Part } from './part.ts';

interface CancelServices {
  api: Pick<Api, 'createBatch' | 'cancelBatch'>;
  memory: Pick<BatchMemory, 'requestOf' | 'setStored' | 'currentId' | 'forget'>;
}

/**
 * Cancels what has not begun. Batches that are not made yet are dropped, but for the first: its request may have been
 * under way when it was given up, so that it is made sure of and cancelled.
 *
 * @returns the parts that are left, to be loaded again
 * @throws {ApiError}
 */
export async function cancelParts(known: readonly Part[], services: CancelServices): Promise<Part[]> {
  const { api, memory } = services;
  const parts = known.map((part) => ({ ...part, id: memory.currentId(part.id) }));
  const [first, ...rest] = parts.filter(isNotMade);
  const made = first && (await make(first, services));
  const left = parts.filter((part) => !rest.includes(part)).map((part) => (part === first ? made! : part));
  memory.forget(rest.map(({ id }) => id));
  const cancelled = left.filter((part) => isOpen(part) && !isAsked(part.id));
  for (const { id } of cancelled) await api.cancelBatch(id);
  return left.map((part) => (cancelled.includes(part) ? { ...part, batch: null } : part));
}

const isNotMade = ({ id, batch, error }: Part) => isAsked(id) && batch === null && error === null;

async function make(part: Part, { api, memory }: CancelServices): Promise<Part> {
  const request = memory.requestOf(part.id);
  if (request === null) return part;
  const batch = await api.createBatch(request, part.id);
  if (batch.batch_id !== null) memory.setStored(part.id, batch.batch_id);
  return { ...part, id: batch.batch_id ?? part.id, batch };
}
