import { beforeEach, describe, expect, test } from '@jest/globals';
import { firstSnapshotAt } from '../../../../functions/core/domains/schedule/snapshot-cadence.ts';
import { shardOf, shards } from '../../../../functions/core/platform/names/shards.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import {
  createFollowCounts,
  createFollowedDomains,
  type FollowCounts,
  type FollowedDomains,
} from '../../../../functions/core/domains/schedule/followed-domains.ts';
import { openTables, scheduleTable } from '../../../support/dynamodb.ts';
import { useFresh } from '../../../support/use-opened.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-01T08:00:00Z');
const MAX = 3;
let db: DynamoDB;
let followed: FollowedDomains;
let counts: FollowCounts;

const tables = useFresh(() => openTables(scheduleTable));
beforeEach(() => {
  db = tables.db;
  followed = createFollowedDomains(db, scheduleTable.name, MAX);
  counts = createFollowCounts(db, scheduleTable.name);
});

async function item(domain: string): Promise<Record<string, unknown> | undefined> {
  const { Item } = await db.get({ TableName: scheduleTable.name, Key: { domain }, ConsistentRead: true });
  return Item;
}
const counted = async () => (await item('#followed'))?.followed;

async function setCount(value: number) {
  const Key = { domain: '#followed' };
  const values = { UpdateExpression: 'SET followed = :n', ExpressionAttributeValues: { ':n': value } };
  await db.update({ TableName: scheduleTable.name, Key, ...values });
}

async function dueWithin(days: number): Promise<string[]> {
  const pages = await Promise.all(shards.map((shard) => followed.due(shard, NOW + days * DAY, 100)));
  return pages.flatMap((page) => page.domains.map(({ domain }) => domain)).toSorted();
}

/** A store whose updates fail at some calls. */
function unreliable(isLost: (call: number) => boolean) {
  let call = 0;
  const update: DynamoDB['update'] = (input) => {
    call += 1;
    return isLost(call) ? Promise.reject(new Error('throttled')) : db.update(input);
  };
  return createFollowedDomains({ ...db, update }, scheduleTable.name, MAX);
}

describe('the count of followed domains', () => {
  test('changes when domains are followed and unfollowed', async () => {
    for (const domain of ['a.com', 'b.com', 'b.com', 'c.com', 'd.com']) await followed.follow(domain, NOW);
    expect(await dueWithin(1)).toEqual(['a.com', 'b.com', 'c.com']);
    expect(await counted()).toBe(3);
    await followed.block('a.com');
    await followed.deleteDomain('b.com');
    expect(await counted()).toBe(1);
  });

  test('is decremented if following fails', async () => {
    const failing = unreliable((call) => call === 2);
    await expect(failing.follow('a.com', NOW)).rejects.toThrow('throttled');
    expect(await counted()).toBe(0);
  });

  test('is corrected once a day', async () => {
    const failing = unreliable((call) => call > 1);
    await expect(failing.follow('a.com', NOW)).rejects.toThrow('throttled');
    await followed.follow('b.com', NOW);
    expect(await counted()).toBe(2);
    await counts.recount(NOW);
    expect(await counted()).toBe(1);
    await setCount(3);
    await counts.recount(NOW + 60_000);
    expect(await counted()).toBe(3);
    await counts.recount(NOW + DAY);
    expect(await counted()).toBe(1);
  });

  test('that changes during the recount is corrected by the next run', async () => {
    await followed.follow('a.com', NOW);
    await setCount(7);
    const changing: DynamoDB = {
      ...db,
      async get(input) {
        const read = await db.get(input);
        await setCount(8);
        return read;
      },
    };
    await createFollowCounts(changing, scheduleTable.name).recount(NOW);
    expect(await counted()).toBe(8);
    await counts.recount(NOW);
    expect(await counted()).toBe(1);
  });
});

describe('a snapshot that is weeks away', () => {
  const far = new Date(NOW + 20 * DAY).toISOString();
  beforeEach(() =>
    db.put({
      TableName: scheduleTable.name,
      Item: { domain: 'a.com', due_shard: shardOf('a.com'), next_snapshot_at: far, last_asked_on: '2026-05-01' },
    }),
  );

  test("is brought forward to the domain's next minute", async () => {
    await followed.bringForward('a.com', NOW);
    expect(await item('a.com')).toMatchObject({ next_snapshot_at: firstSnapshotAt('a.com', NOW) });
    expect(await dueWithin(1)).toEqual(['a.com']);
  });

  test('is not postponed, and not set for a domain that is not followed', async () => {
    await followed.bringForward('a.com', NOW + 30 * DAY);
    expect(await item('a.com')).toMatchObject({ next_snapshot_at: far });
    await followed.bringForward('other.com', NOW);
    expect(await item('other.com')).toBeUndefined();
  });
});

test('only the block of a deleted domain stays', async () => {
  await followed.follow('a.com', NOW);
  await followed.writeBackfillDays('a.com', { tranco: '2026-10-31' });
  await followed.block('a.com');
  await followed.deleteDomain('a.com');
  expect(await item('a.com')).toEqual({ domain: 'a.com', is_blocked: true });
});

test('a domain is blocked until it is unblocked, whether or not it is followed', async () => {
  expect(await followed.isBlocked('a.com')).toBe(false);
  await followed.follow('a.com', NOW);
  expect(await followed.isBlocked('a.com')).toBe(false);
  await followed.block('a.com');
  expect(await followed.isBlocked('a.com')).toBe(true);
  await followed.unblock('a.com');
  expect(await followed.isBlocked('a.com')).toBe(false);
});
