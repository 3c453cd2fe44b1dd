import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createIndexLag } from '../../../infra/local/index-lag.ts';
import { localCredentials, localRegion, type LocalTables, startTables } from '../../../infra/local/tables.ts';

const LAG_MS = 100;
const TableName = 'sites';

interface Site {
  id: string;
  group?: string | undefined;
  rank?: string | undefined;
  title: string;
  note?: string | undefined;
}

let now = 1_000_000;
let tables: LocalTables;
let client: DynamoDBClient;
let documents: DynamoDBDocumentClient;
beforeAll(async () => {
  tables = await startTables(
    [
      {
        name: TableName,
        partitionKey: 'id',
        sortKey: null,
        indexes: [
          {
            name: 'by-rank',
            partitionKey: 'group',
            sortKey: 'rank',
            projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] },
          },
        ],
      },
    ],
    { indexLag: createIndexLag(LAG_MS, () => now) },
  );
  client = new DynamoDBClient({ endpoint: tables.endpoint, region: localRegion, credentials: localCredentials });
  documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});
afterAll(async () => {
  client.destroy();
  await tables.close();
});

const put = (site: Site) => documents.send(new PutCommand({ TableName, Item: site }));
const remove = (id: string) => documents.send(new DeleteCommand({ TableName, Key: { id } }));

interface Query {
  lowest?: string;
  pageSize?: number;
  isDescending?: boolean;
}

/** What the index has of the group `a`, page by page. */
async function listed({ lowest = '', pageSize, isDescending = false }: Query = {}): Promise<Site[]> {
  const pages = paginateQuery(
    { client: documents, ...(pageSize && { pageSize }) },
    {
      TableName,
      IndexName: 'by-rank',
      KeyConditionExpression: '#group = :group' + (lowest && ' AND #rank >= :lowest'),
      ExpressionAttributeNames: { '#group': 'group', ...(lowest && { '#rank': 'rank' }) },
      ExpressionAttributeValues: { ':group': 'a', ...(lowest && { ':lowest': lowest }) },
      ScanIndexForward: !isDescending,
    },
  );
  const found: Site[] = [];
  for await (const { Items = [] } of pages) found.push(...(Items as Site[]));
  return found;
}

describe('an index', () => {
  beforeEach(async () => {
    for (const { id } of await listed()) await remove(id);
    now += LAG_MS;
  });

  test('does not show a new item for a moment, while the table has it at once', async () => {
    await put({ id: '1', group: 'a', rank: '1', title: 'new' });
    expect((await documents.send(new GetCommand({ TableName, Key: { id: '1' } }))).Item).toMatchObject({ id: '1' });
    now += LAG_MS - 1;
    expect(await listed()).toEqual([]);
    now += 1;
    expect(await listed()).toEqual([{ id: '1', group: 'a', rank: '1', title: 'new' }]);
  });

  test('shows an item as it was for a moment, in its old place, and one that was deleted', async () => {
    await put({ id: '1', group: 'a', rank: '1', title: 'first', note: 'not in the index' });
    await put({ id: '2', group: 'a', rank: '2', title: 'second' });
    now += LAG_MS;
    const before = await listed();
    await put({ id: '1', group: 'a', rank: '3', title: 'moved' });
    await put({ id: '1', group: 'a', rank: '3', title: 'moved and changed' });
    await remove('2');
    expect(await listed()).toEqual(before);
    expect(before.map(({ title }) => title)).toEqual(['first', 'second']);
    now += LAG_MS;
    expect((await listed()).map(({ title }) => title)).toEqual(['moved and changed']);
  });
});

test('queries of any form see the index as it was before the lag, whatever was written', async () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5');
  const write = fc.record({
    id,
    group: fc.constantFrom('a', 'a', 'a', 'b', undefined),
    rank: fc.constantFrom('10', '2', '33', 'é', undefined),
    title: fc.string({ maxLength: 3 }),
    isDeleted: fc.boolean(),
    waitMs: fc.integer({ min: 0, max: LAG_MS }),
  });
  const query = fc.record({
    lowest: fc.constantFrom('', '2', '3'),
    pageSize: fc.constantFrom(1, 2, 10),
    isDescending: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), query, async (writes, given) => {
      const states: { at: number; sites: Map<string, Site> }[] = [];
      let sites = new Map<string, Site>();
      for (const one of ['1', '2', '3', '4', '5']) await remove(one);
      now += LAG_MS;
      states.push({ at: now - LAG_MS, sites });
      for (const { isDeleted, waitMs, ...site } of writes) {
        sites = new Map(sites);
        if (isDeleted) sites.delete(site.id);
        else sites.set(site.id, site);
        await (isDeleted ? remove(site.id) : put(site));
        states.push({ at: now, sites });
        now += waitMs;
      }
      const seen = states.findLast(({ at }) => at <= now - LAG_MS)!.sites;
      const expected = [...seen.values()].filter(
        ({ group, rank }) => group === 'a' && rank !== undefined && rank >= given.lowest,
      );
      const found = await listed(given);
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
      const ranks = found.map(({ rank }) => rank!);
      expect(ranks).toEqual(given.isDescending ? ranks.toSorted().toReversed() : ranks.toSorted());
    }),
    { numRuns: 60 },
  );
});

const byId = (one: Site, other: Site) => (one.id < other.id ? -1 : 1);
