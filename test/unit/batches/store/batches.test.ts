import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Batches, createBatches, type NewBatch } from '../../../../functions/core/batches/store/batches.ts';
import { newBatchId } from '../../../../functions/core/batches/store/item.ts';
import type { BatchRow } from '../../../../functions/core/batches/batch.ts';
import { batchesTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-22T10:00:00Z');
let now = START;
let batches: Batches;
let reader: Pick<Batches, 'read' | 'readPart' | 'readHead'>;

const tables = useOpened(() => createTestTables(batchesTable));
beforeAll(() => {
  const db = tables.db;
  batches = createBatches(db, batchesTable.name, () => now);
  reader = createBatches(db, batchesTable.name, () => now);
});

const pending = (domain: string): BatchRow => ({
  input: domain,
  domain,
  status: 'pending',
  error: null,
  isCounted: true,
});
const cached = (domain: string): BatchRow => ({ ...pending(domain), status: 'done' });
const newBatch = (rows: BatchRow[], id = newBatchId(now)): NewBatch => ({
  id,
  owner: 'o1',
  createdAt: new Date(now).toISOString(),
  options: '{}',
  fetches: rows.length,
  rows,
});
const partsOf = async (id: string) => (await reader.read(id))!.parts;
const linesOf = async (id: string) => (await partsOf(id)).flatMap(({ rows }) => rows);
const NOT_FOUND = {
  status: 'not_found',
  error: { code: 'domain_not_found', message: 'None.', retryable: false },
} as const;

test('all rows are read in their order, and the parts with pending rows have to be read', async () => {
  const someLines = fc.array(fc.tuple(fc.domain(), fc.boolean()), { minLength: 1, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(someLines, async (given) => {
      const rows = given.map(([domain, isCached]) => (isCached ? cached(domain) : pending(domain)));
      const batch = newBatch(rows);
      const parts = await batches.create(batch);
      expect(await linesOf(batch.id)).toEqual(rows);
      const waiting = (await partsOf(batch.id)).filter((part) => part.rows.some(({ status }) => status === 'pending'));
      expect(parts).toEqual(waiting.map(({ number }) => number));
    }),
    { numRuns: 10 },
  );
});

test.each([
  [1, [1]],
  [5, [4, 1]],
  [21, [5, 5, 5, 5, 1]],
  [60, [12, 12, 12, 12, 12]],
  [125, [25, 25, 25, 25, 25]],
  [130, [25, 25, 25, 25, 25, 5]],
])('%d rows are divided into parts of %j, so that parallel workers share a small batch', async (count, sizes) => {
  const batch = newBatch(Array.from({ length: count }, (_, row) => pending(`d${row}.com`)));
  await batches.create(batch);
  expect((await partsOf(batch.id)).map(({ rows }) => rows.length)).toEqual(sizes);
});

test('one of two concurrent writers creates a batch, and its rows are stored', async () => {
  const id = newBatchId(now);
  const tries = await Promise.all(
    ['one.com', 'other.com'].map((name) => batches.create(newBatch([pending(name)], id))),
  );
  expect(tries.filter((parts) => parts !== null)).toEqual([[0]]);
  const winner = tries[0] === null ? 'other.com' : 'one.com';
  expect(await linesOf(id)).toEqual([pending(winner)]);
});

test('recordOutcome stores the outcome of a row', async () => {
  const batch = newBatch([pending('a.com'), pending('b.com')]);
  await batches.create(batch);
  await batches.recordOutcome((await reader.readHead(batch.id))!, { part: 0, row: 1, domain: 'b.com' }, NOT_FOUND);
  expect(await linesOf(batch.id)).toEqual([pending('a.com'), { ...pending('b.com'), ...NOT_FOUND }]);
  expect((await reader.readPart(batch.id, 0))!.part.rows[1]).toMatchObject(NOT_FOUND);
});

test('a part ends once when several workers end it', async () => {
  const batch = newBatch(Array.from({ length: 75 }, (_, row) => pending(`d${row}.com`)));
  await batches.create(batch);
  await Promise.all([2, 0, 2, 2].map((part) => batches.endPart(batch.id, part)));
  expect((await reader.readHead(batch.id))!.ended).toEqual(new Set([0, 2]));
  expect(await batches.endPart(batch.id, 1)).toEqual(new Set([0, 1, 2]));
});

test('a batch of a thousand new domains is stored with fewer than a hundred writes to its end', async () => {
  const db = tables.db;
  let writes = 0;
  tables.db.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { RequestItems } = args.input as { RequestItems?: Record<string, unknown[]> };
        if (commandName !== 'QueryCommand') writes += RequestItems ? RequestItems[batchesTable.name]!.length : 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  const counting = createBatches(db, batchesTable.name, () => now);
  const batch = newBatch(Array.from({ length: 1_000 }, (_, row) => pending(`d${row}.com`)));
  const parts = await counting.create(batch);
  for (const part of parts!) await counting.endPart(batch.id, part);
  expect(writes).toBe(81);
});

describe('thirty days', () => {
  test('a batch is readable for exactly this time, even if its items are not deleted yet', async () => {
    const batch = newBatch([pending('a.com')]);
    await batches.create(batch);
    now = START + 30 * DAY_MS - 1_000;
    expect(await reader.read(batch.id)).not.toBeNull();
    now = START + 30 * DAY_MS + 1_000;
    expect(await reader.read(batch.id)).toBeNull();
    expect(await reader.readPart(batch.id, 0)).toBeNull();
    now = START;
  });
});

test('a malformed id returns no batch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (id) => {
      expect(await reader.read(id)).toBeNull();
    }),
    { numRuns: 20 },
  );
  expect(await reader.read(newBatchId(now))).toBeNull();
});

test('a batch is cancelled once', async () => {
  const batch = newBatch([pending('a.com')]);
  await batches.create(batch);
  expect(await Promise.all([batches.cancel(batch.id), batches.cancel(batch.id)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect((await reader.readHead(batch.id))!.cancelledAt).toBe(new Date(now).toISOString());
});

test('only one of the callers that read a stalled batch restarts it', async () => {
  const batch = newBatch([pending('a.com')]);
  await batches.create(batch);
  const seen = (await reader.readHead(batch.id))!;
  now += 1;
  expect(await Promise.all([batches.touch(seen), batches.touch(seen)])).toEqual(expect.arrayContaining([true, false]));
});

test('a deleted domain is removed from all batches of the last thirty days, and others are kept', async () => {
  const ids: string[] = [];
  for (const ago of [30, 12, 0]) {
    now = START - ago * DAY_MS;
    const batch = newBatch([
      pending('keep.com'),
      cached('victim.com'),
      pending('victim.com'),
      pending('notvictim.com'),
    ]);
    await batches.create(batch);
    await batches.recordOutcome(
      (await reader.readHead(batch.id))!,
      { part: 0, row: 2, domain: 'victim.com' },
      NOT_FOUND,
    );
    await batches.recordOutcome(
      (await reader.readHead(batch.id))!,
      { part: 0, row: 3, domain: 'notvictim.com' },
      NOT_FOUND,
    );
    ids.push(batch.id);
  }
  now = START;
  await batches.deleteDomain('victim.com');
  for (const id of ids.slice(1)) {
    const rows = await linesOf(id);
    expect(rows.map(({ domain }) => domain)).toEqual(['keep.com', null, null, 'notvictim.com']);
    expect(rows[1]).toMatchObject({
      input: null,
      domain: null,
      status: 'failed',
      error: { code: 'forgotten', message: expect.any(String), retryable: false },
    });
    expect(rows[3]).toMatchObject(NOT_FOUND);
    expect(JSON.stringify(rows)).not.toContain('"victim.com');
  }
});

test('concurrently deleted domains are all removed, and outcomes of others are kept', async () => {
  const domains = Array.from({ length: 6 }, (_, row) => `at-once-${row}.com`);
  // Enough domains that they are in one part.
  const others = Array.from({ length: 119 }, (_, row) => `other-${row}.com`);
  const batch = newBatch([...domains, ...others].map(pending));
  await batches.create(batch);
  const head = (await reader.readHead(batch.id))!;
  const forgotten = domains.slice(0, 4);
  await Promise.all([
    ...forgotten.map((domain) => batches.deleteDomain(domain)),
    batches.recordOutcome(head, { part: 0, row: 5, domain: domains[5]! }, NOT_FOUND),
  ]);
  const rows = (await linesOf(batch.id)).slice(0, domains.length);
  expect(rows.map(({ domain }) => domain)).toEqual([null, null, null, null, domains[4], domains[5]]);
  expect(rows.at(-1)).toMatchObject(NOT_FOUND);
});

test('the outcome of a domain that was deleted meanwhile is not stored', async () => {
  const batch = newBatch([pending('forgotten-meanwhile.com'), pending('kept-meanwhile.com')]);
  await batches.create(batch);
  const head = (await reader.readHead(batch.id))!;
  await batches.deleteDomain('forgotten-meanwhile.com');
  await batches.recordOutcome(head, { part: 0, row: 0, domain: 'forgotten-meanwhile.com' }, NOT_FOUND);
  expect((await linesOf(batch.id))[0]).toMatchObject({ domain: null, error: { code: 'forgotten' } });
});

test('the list of an owner has its last batches, newest first, each once, until they expire', async () => {
  const owner = 'lister';
  const listed = async () => (await batches.readList(owner, 3)).map(({ domains }) => domains);
  expect(await listed()).toEqual([]);
  const start = now;
  for (const [minutes, domains] of [1, 2, 3, 4].entries()) {
    const createdAt = new Date(start + minutes * 60_000).toISOString();
    const batch = { id: newBatchId(start), owner, createdAt };
    await batches.addToList(batch, domains);
    await batches.addToList(batch, domains);
  }
  await batches.addToList({ id: newBatchId(start), owner: 'another', createdAt: new Date(start).toISOString() }, 9);
  expect(await listed()).toEqual([4, 3, 2]);
  now = start + 31 * DAY_MS;
  expect(await listed()).toEqual([]);
  now = start;
});
