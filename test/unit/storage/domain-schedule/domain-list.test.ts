import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDocumentClient } from '../../../../functions/shared/storage/dynamodb/document-client.ts';
import { createDomainList, type DomainList } from '../../../../functions/shared/storage/domain-schedule/domain-list.ts';
import { LISTED_INDEX } from '../../../../functions/shared/storage/domain-schedule/item.ts';
import { createFollowCounts } from '../../../../functions/shared/storage/domain-schedule/follow-counts.ts';
import { createFollowedDomains } from '../../../../functions/shared/storage/domain-schedule/followed-domains.ts';
import type { TableModel } from '../../../../infra/local/template/service-model.ts';
import { openTables, scheduleTable, type TestTables } from '../../../support/dynamodb.ts';

const table = (name: string): TableModel => ({
  ...scheduleTable,
  name,
  indexes: [
    ...scheduleTable.indexes!,
    { name: LISTED_INDEX, partitionKey: 'initial', sortKey: 'domain', projection: { ProjectionType: 'KEYS_ONLY' } },
  ],
});
const tables = ['a', 'b', 'c', 'd'].map((name) => table(`schedule-${name}`));

let opened: TestTables;
let list: DomainList;
let used = 0;
beforeAll(async () => {
  opened = await openTables(...tables);
});
beforeEach(() => {
  list = createDomainList(createDocumentClient(opened.client), tables[used++]!.name);
});
afterAll(() => opened.close());

/** All pages, put together. */
async function allPages(search: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { domains, next } = await list.page(search, after, limit);
    expect(domains.length).toBeLessThanOrEqual(limit);
    found.push(...domains);
    after = next;
    more = next !== null;
  }
  return found;
}

describe('the list', () => {
  test('gives each name once, in order, however it is cut into pages and searched', async () => {
    const names = ['1.com', '9gag.com', '_x.net', 'a.b', 'a.com', 'a-b.com', 'ab.com', 'abc.com', 'b.com', 'ba.org']
      .concat(['xn--bcher-kva.example', 'z.com', 'zz.com', 'shop.example', 'shopping.example', 'sh.example'])
      .toSorted();
    await Promise.all(names.map((name) => list.add(name)));
    const searches = fc.oneof(
      fc.constantFrom('', 'a', 'ab', 'shop', 'shop.', 'zzz', 'q', 'z', 'A', '~', 'xn--'),
      fc.constantFrom(...names),
    );
    await fc.assert(
      fc.asyncProperty(searches, fc.integer({ min: 1, max: 20 }), async (search, limit) => {
        expect(await allPages(search, limit)).toEqual(names.filter((name) => name.startsWith(search)));
      }),
      { numRuns: 40 },
    );
  });

  test('a page that is full to the last name has no next one', async () => {
    await list.add('a.com');
    await list.add('b.com');
    expect(await list.page('', null, 2)).toEqual({ domains: ['a.com', 'b.com'], next: null });
    expect(await list.page('', null, 1)).toEqual({ domains: ['a.com'], next: 'a.com' });
  });

  test('a page behind a name that is gone goes on where it was', async () => {
    await list.add('a.com');
    await list.add('c.com');
    expect(await list.page('', 'b.com', 5)).toEqual({ domains: ['c.com'], next: null });
  });
});

test('states and counts are those of the schedule; the counter is no domain', async () => {
  const documents = createDocumentClient(opened.client);
  const { name } = tables[used - 1]!;
  const followed = createFollowedDomains(documents, name, 10);
  const now = Date.parse('2026-11-01T08:00:00Z');
  await followed.follow('a.com', now);
  await followed.block('b.com');
  await list.add('a.com');
  expect(await list.states(['a.com', 'b.com', 'c.com'])).toEqual(
    new Map([
      [
        'a.com',
        {
          followed: true,
          blocked: false,
          nextSnapshotAt: expect.stringMatching(/^2026-11-0[12]T/),
          lastAskedOn: '2026-11-01',
        },
      ],
      ['b.com', { followed: false, blocked: true, nextSnapshotAt: null, lastAskedOn: null }],
      ['c.com', { followed: false, blocked: false, nextSnapshotAt: null, lastAskedOn: null }],
    ]),
  );
  expect((await list.page('', null, 10)).domains).toEqual(['a.com']);
  const counts = createFollowCounts(documents, name);
  expect([await counts.followed(), await counts.due(now - 1), await counts.due(now + 2 * 86_400_000)]).toEqual([
    1, 0, 1,
  ]);
});
