import { expect, test } from '@jest/globals';
import type { NewBatch } from '../../../../functions/back-office/contract.ts';
import { createBatchMemory } from '../../../../functions/back-office/page/src/batches/batch-memory.ts';
import { cancelParts, loadPart, type Part } from '../../../../functions/back-office/page/src/batches/follow-parts.ts';
import { sampleBatch, sampleStorage } from './sample-batches.ts';

const part = (id: string): Part => ({ id, batch: null, lines: 1, error: null });

/** Fake API with pages of two rows; stores a batch under its key, and records its calls. */
function createSampleApi(cached = false) {
  const calls: string[] = [];
  const stored = new Map<string, string[]>();
  const pageOf = (id: string | null, domains: string[], from = 0) => {
    const next = from + 2 < domains.length ? String(from + 2) : null;
    return sampleBatch(id, domains.slice(from, from + 2), { next_cursor: next });
  };
  const csvOf = (domains: string[], from = 0) => ({
    text: ['input', ...domains.slice(from, from + 2)].map((line) => `${line}\r\n`).join(''),
    nextCursor: from + 2 < domains.length ? String(from + 2) : null,
  });
  const store = (key: string, domains: string[]) => {
    const id = `stored-${key}`;
    stored.set(id, domains);
    return id;
  };
  return {
    calls,
    stored,
    createBatch: ({ domains }: NewBatch, key: string) => {
      calls.push(`create ${key}`);
      return Promise.resolve(pageOf(cached ? null : store(key, domains), domains));
    },
    createBatchAsCsv: ({ domains }: NewBatch) => Promise.resolve(csvOf(domains)),
    batch: (id: string, { cursor = '0' }: { cursor?: string }) => {
      calls.push(`read ${id} ${cursor}`);
      return Promise.resolve(pageOf(id, stored.get(id)!, Number(cursor)));
    },
    batchAsCsv: (id: string, { cursor = '0' }: { cursor?: string }) =>
      Promise.resolve(csvOf(stored.get(id)!, Number(cursor))),
    cancelBatch: (id: string) => {
      calls.push(`cancel ${id}`);
      return Promise.resolve(pageOf(id, stored.get(id)!));
    },
  };
}

function createServices(lists: string[][], cached = false) {
  const memory = createBatchMemory(sampleStorage());
  const ids = memory.start(
    lists.map((domains) => ({ domains })),
    new Date(),
  );
  return { api: createSampleApi(cached), memory, ids };
}

async function loaded(one: Part, services: ReturnType<typeof createServices>) {
  const steps: Part[] = [];
  for await (const step of loadPart(one, services, new AbortController().signal)) steps.push(step);
  return steps;
}

test('a part with only cached domains is requested again under its own id', async () => {
  const services = createServices([['a.example']], true);
  const id = services.ids[0]!;
  for (const _ of [1, 2]) expect(await loaded(part(id), services)).toMatchObject([{ id, batch: { batch_id: null } }]);
});

test('a request that this browser has not stored is not_found', async () => {
  await expect(loaded(part('new-elsewhere'), createServices([]))).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  });
});

test('cancelling sends a request that may be in progress, drops later ones, and keeps complete parts', async () => {
  const services = createServices([['a.example'], ['b.example'], ['c.example']]);
  const { api, ids, memory } = services;
  api.createBatch = () => {
    api.stored.set('b1', ['a.example']);
    return Promise.resolve(sampleBatch('b1', ['a.example'], { poll_after_seconds: 3 }));
  };
  api.stored.set('b0', ['z.example']);
  const settled = { ...part('b-settled'), batch: sampleBatch('b-settled', ['y.example']) };
  const left = await cancelParts([settled, part('b0'), ...ids.map(part)], services);
  expect(left).toMatchObject([{ id: 'b-settled' }, { id: 'b0', batch: null }, { id: 'b1', batch: null }]);
  expect(api.calls).toEqual(['cancel b0', 'cancel b1']);
  expect(ids.map((id) => memory.requestOf(id))).toEqual([null, null, null]);
});
