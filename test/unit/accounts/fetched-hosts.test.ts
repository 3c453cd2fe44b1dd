import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let now = Date.parse('2026-11-21T12:00:00Z');

const tables = useOpened(() => createTestTables(coordinationTable));

/** Store of an instance. */
const hosts = () => createFetchedHosts(tables.db, coordinationTable.name, () => now);
const below = (domain: string, count: number) => Array.from({ length: count }, (_, index) => `h${index}.${domain}`);

/** Admits hosts, each for the next of some owners. @returns which were admitted */
const admitAll = (names: string[], owners: string[]) =>
  Promise.all(names.map((host, index) => hosts().admit(host, owners[index % owners.length]!)));
const OWNERS = ['o1', 'o2', 'o3'];

test('exactly 100 of 150 concurrent hosts of a registrable domain are admitted, and 40 of one owner', async () => {
  const admitted = await admitAll(below('wide.co.uk', 150), [...OWNERS, 'o4']);
  expect(admitted.filter(Boolean)).toHaveLength(100);
  const ofOne = await admitAll(below('wide.com', 60), ['o1']);
  expect(ofOne.filter(Boolean)).toHaveLength(40);
  expect(await hosts().admit('late.wide.com', 'o2')).toBe(true);
});

test('a host counts once, and admitted hosts are admitted again', async () => {
  const [first, ...rest] = below('busy.com', 100);
  for (let time = 0; time < 5; time += 1) expect(await hosts().admit(first!, 'o1')).toBe(true);
  expect(await admitAll(rest, OWNERS)).not.toContain(false);
  expect(await hosts().admit('one-more.busy.com', 'o4')).toBe(false);
  for (const owner of [...OWNERS, 'o4']) expect(await hosts().admit(first!, owner)).toBe(true);
});

test('a registrable domain and its www are admitted, whatever was fetched of it', async () => {
  await admitAll(below('theirs.com', 100), OWNERS);
  for (const host of ['theirs.com', 'www.theirs.com']) expect(await hosts().admit(host, 'o4')).toBe(true);
  expect(await hosts().admit('shop.theirs.com', 'o4')).toBe(false);
});

test('hosts are counted separately for each registrable domain and day', async () => {
  await admitAll(below('full.com', 100), OWNERS);
  expect(await hosts().admit('late.full.com', 'o4')).toBe(false);
  expect(await hosts().admit('late.other.com', 'o1')).toBe(true);
  now += 24 * 60 * 60_000;
  expect(await hosts().admit('late.full.com', 'o1')).toBe(true);
});

test('names that a company gives to customers are registrable domains', async () => {
  await admitAll(below('github.io', 100), OWNERS);
  expect(await hosts().admit('late.github.io', 'o1')).toBe(true);
  await admitAll(below('one.github.io', 100), OWNERS);
  expect(await hosts().admit('late.one.github.io', 'o4')).toBe(false);
});

describe('hosts that are fetched later', () => {
  test('count for their owner alone, all or none', async () => {
    expect(await hosts().reserve(below('later.com', 41), 'o1')).toBe(false);
    expect(await hosts().reserve(below('later.com', 40), 'o1')).toBe(true);
    expect(await hosts().reserve(['one-more.later.com'], 'o1')).toBe(false);
    expect(await hosts().reserve(['later.com', 'www.later.com', 'h7.later.com'], 'o1')).toBe(true);
    expect(await hosts().admit('one-more.later.com', 'o1')).toBe(false);
    expect(await admitAll(below('later.com', 100), ['o2', 'o3', 'o4'])).not.toContain(false);
  });

  test('can be released, unless they were fetched meanwhile', async () => {
    const names = below('released.com', 40);
    await hosts().reserve(names, 'o1');
    await hosts().admit(names[0]!, 'o1');
    await hosts().release(names, 'o1');
    expect(await hosts().reserve(below('more.released.com', 39), 'o1')).toBe(true);
    expect(await hosts().reserve(['one-more.released.com'], 'o1')).toBe(false);
  });
});

test('the name of a deleted domain remains in no item, and other hosts remain counted', async () => {
  const items = async () =>
    (await tables.documents.send(new ScanCommand({ TableName: coordinationTable.name }))).Items!;
  const withName = async (name: string) =>
    (await items()).filter((item) =>
      Object.values(item).some((value) =>
        value instanceof Set ? value.has(name) : String(value).split('#')[1] === name,
      ),
    );
  for (let day = 0; day < 3; day += 1) {
    await admitAll(['blog.deleted.com', 'blog.deleted.com', 'kept.deleted.com', 'a.single.com'], ['o1', 'o2']);
    await hosts().reserve(['b.single.com'], 'o1');
    if (day < 2) now += 24 * 60 * 60_000;
  }
  const deleted = ['blog.deleted.com', 'a.single.com', 'b.single.com', 'never.com'];
  for (const name of deleted) await hosts().deleteDomain(name);
  const remaining = [...deleted, 'single.com', 'kept.deleted.com'].map(withName);
  expect((await Promise.all(remaining)).map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 3]);
});
