import { expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import type { BatchRequest } from '../../../functions/core/batches/batch.ts';
import { createBatch } from '../../../functions/core/batches/create-batch.ts';
import { createIdempotencyKeys } from '../../../functions/core/batches/idempotency-keys.ts';
import type { BatchServices } from '../../../functions/core/batches/read-batch.ts';
import { createBatches } from '../../../functions/core/batches/store/batches.ts';
import { createBatchesInProgress } from '../../../functions/core/batches/store/batches-in-progress.ts';
import { operatorCaller } from '../../../functions/core/accounts/batch-caller.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { createMissingDomains } from '../../../functions/core/domains/store/missing-domains.ts';
import { CONDITION_FAILED, type DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { batchesTable, cacheTable, coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const URL_OK = 'https://hook.test/in';

/** Services for a request with nothing to fetch, and the ids of the deliveries that its end sends. */
async function createWorld() {
  const tables = await createTestTables(batchesTable, cacheTable, coordinationTable);
  const { db } = tables;
  const now = () => NOW;
  const sent: string[] = [];
  const deliveries = {
    isAvailable: true,
    hasRoom: true,
    requireRoom: () =>
      deliveries.hasRoom
        ? Promise.resolve()
        : Promise.reject(new ServiceError('deliveries_full', { values: { max: 100 } })),
    add: ({ id }: { id: string }) => {
      if (!deliveries.isAvailable) return Promise.reject(new Error('The table does not answer'));
      sent.push(id);
      return Promise.resolve();
    },
  };
  const servicesOf = (store: DynamoDB): BatchServices => ({
    cache: createDomainCache(db, cacheTable.name),
    missing: createMissingDomains(db, coordinationTable.name, now),
    batches: createBatches(store, batchesTable.name, now),
    inProgress: createBatchesInProgress(db, batchesTable.name, now),
    keys: createIdempotencyKeys(db, coordinationTable.name, now),
    loadQueue: () => Promise.reject(new Error('There is nothing to fetch')),
    loadDeliveries: () => Promise.resolve(deliveries),
    isReachable: () => false,
    now,
  });
  return {
    ...{ db, sent, deliveries, documents: tables.documents },
    close: () => tables.close(),
    async create(changes: Partial<BatchRequest> = {}, store: DynamoDB = db) {
      const request = { domains: [7], refresh: false, fields: null, history: null, paid: false, deliver: URL_OK };
      const render = () => Promise.resolve({ isCut: true });
      const options = { idempotencyKey: 'k1', caller: operatorCaller, render };
      return (await createBatch({ ...request, ...changes }, options, servicesOf(store))).view.batchId;
    },
  };
}

const world = useFresh(createWorld);

test('a batch with nothing to fetch sends its end when the request is repeated after a failure', async () => {
  world.deliveries.isAvailable = false;
  await expect(world.create()).rejects.toThrow('The table does not answer');
  world.deliveries.isAvailable = true;
  const id = await world.create();
  expect(world.sent).toEqual([`batch_${id}`]);
});

test('a batch with nothing to fetch sends its end when the answer to its write was lost', async () => {
  const store: DynamoDB = {
    ...world.db,
    async put(input, options) {
      await world.db.put(input, options);
      throw Object.assign(new Error('Repeated by the SDK'), { name: CONDITION_FAILED });
    },
  };
  const id = await world.create({}, store);
  expect(world.sent).toEqual([`batch_${id}`]);
});

test('a repeated request without a receiver sends nothing', async () => {
  await world.create({ deliver: null });
  await world.create({ deliver: null });
  expect(world.sent).toEqual([]);
});

test('a batch is refused without a trace while its owner has too many deliveries to unconfirmed addresses', async () => {
  world.deliveries.hasRoom = false;
  await expect(world.create()).rejects.toMatchObject({ code: 'deliveries_full', status: 409 });
  const { Items } = await world.documents.send(new ScanCommand({ TableName: batchesTable.name }));
  expect([Items, world.sent]).toEqual([[], []]);
  world.deliveries.hasRoom = true;
  // The refused request has not used its key.
  const id = await world.create({ domains: [8] });
  world.deliveries.hasRoom = false;
  expect(await world.create({ domains: [8] })).toBe(id);
});
