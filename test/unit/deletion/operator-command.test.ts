import { beforeEach, describe, expect, test } from '@jest/globals';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import {
  createFollowedDomains,
  type FollowedDomains,
} from '../../../functions/core/domains/schedule/followed-domains.ts';
import type { WorkTask } from '../../../functions/core/operations/work-tasks.ts';
import { isCommand, performCommand } from '../../../functions/core/deletion/operator-command.ts';
import { openTables, rowsIndex, scheduleTable } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let done: string[];
let sent: WorkTask[];

beforeEach(() => {
  done = [];
  sent = [];
});

const note =
  (what: string) =>
  (domain: string): Promise<void> => {
    done.push(`${what} ${domain}`);
    return Promise.resolve();
  };
const followed = Object.fromEntries(
  ['block', 'unblock', 'unfollow', 'deleteDomain'].map((what) => [what, note(what)]),
) as unknown as FollowedDomains;

const perform = (event: object, stores = { followed, list: { add: note('list') } }) =>
  performCommand(event, {
    ...stores,
    domainItems: [{ deleteDomain: note('delete data of') }],
    leases: {
      renewEveryMs: 1_000,
      acquire: () => Promise.resolve('holder'),
      renew: () => Promise.resolve(true),
      release: () => Promise.resolve(),
      read: () => Promise.resolve(null),
    },
    now: Date.now,
    isReachable: (host) => host.endsWith('.example'),
    queue: {
      send: (task) => Promise.resolve(void sent.push(task)),
      sendBatch: () => Promise.reject(new Error('not used')),
    },
  });

test('an empty event is not a command, and any event with a member is one', () => {
  expect(isCommand({})).toBe(false);
  expect(isCommand({ domains: [] })).toBe(true);
  expect(isCommand({ blocks: ['a.com'] })).toBe(true);
});

describe('a command is rejected without effect when it has', () => {
  test.each([
    ['a misspelt part', { blocks: ['a.com'] }],
    ['a part in the singular', { domain: ['a.com'] }],
    ['a misspelt part beside a good one', { block: ['a.com'], forgets: ['a.com'] }],
    ['a part in another case', { Forget: ['a.com'] }],
    ['an empty list', { domains: [] }],
    ['one name without a list', { forget: 'a.com' }],
    ['a list of something else', { domains: [1] }],
    ['an address', { forget: ['a.com'], domains: ['127.0.0.1'] }],
    ['a reserved name', { domains: ['a.com', 'db.internal'] }],
    ['more than a thousand at once', { block: Array.from({ length: 1_001 }, (_, index) => `a${index}.com`) }],
  ])('%s', async (_what, event) => {
    await expect(perform(event)).rejects.toThrow();
    expect({ done, sent }).toEqual({ done: [], sent: [] });
  });
});

test('snapshots are queued under the names of stored domains', async () => {
  expect(await perform({ domains: ['https://WWW.A.com/x', 'shop.example'] })).toEqual({ domains: 2 });
  expect(sent).toEqual([
    { task: 'snapshot', domain: 'a.com', attempt: 0 },
    { task: 'snapshot', domain: 'shop.example', attempt: 0 },
  ]);
});

test('a domain is blocked first and deleted last, and not fetched during the deletion', async () => {
  expect(await perform({ forget: ['a.com'], block: ['a.com', 'b.com'] })).toEqual({ forget: 1, block: 2 });
  expect(done).toEqual([
    ...['block a.com', 'list a.com', 'block b.com', 'list b.com'],
    ...['unfollow a.com', 'delete data of a.com', 'deleteDomain a.com'],
  ]);
});

describe('a domain that was not stored', () => {
  const table = { ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] };
  const tables = useOpened(() => openTables(table));

  test('is in the list when it is blocked', async () => {
    const stores = {
      followed: createFollowedDomains(tables.db, table.name, 1),
      list: createDomainList(tables.db, table.name),
    };
    await perform({ block: ['new.example'], forget: ['new.example'] }, stores);
    expect((await stores.list.page(null, 1)).domains).toMatchObject([{ domain: 'new.example', blocked: true }]);
  });
});

test('a block is removed', async () => {
  expect(await perform({ unblock: ['a.com'] })).toEqual({ unblock: 1 });
  expect(done).toEqual(['unblock a.com']);
});
