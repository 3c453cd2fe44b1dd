import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import { coordinationTable, openTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let now = Date.parse('2026-11-21T12:00:00Z');

const tables = useOpened(() => openTables(coordinationTable));

/** Store of an instance. */
const hosts = () => createFetchedHosts(tables.db, coordinationTable.name, () => now);
const below = (domain: string, count: number) => Array.from({ length: count }, (_, index) => `h${index}.${domain}`);

test('exactly 100 of 150 concurrent hosts of a registrable domain are admitted', async () => {
  const admitted = await Promise.all(below('wide.co.uk', 150).map((host) => hosts().admit(host)));
  expect(admitted.filter(Boolean)).toHaveLength(100);
});

test('a host counts once, and admitted hosts are admitted again', async () => {
  const [first, ...rest] = below('busy.com', 100);
  for (let time = 0; time < 5; time += 1) expect(await hosts().admit(first!)).toBe(true);
  expect(await Promise.all(rest.map((host) => hosts().admit(host)))).not.toContain(false);
  expect(await hosts().admit('one-more.busy.com')).toBe(false);
  expect(await hosts().admit('busy.com')).toBe(false);
  expect(await hosts().admit(first!)).toBe(true);
});

test('hosts are counted separately for each registrable domain and day', async () => {
  await Promise.all(below('full.com', 100).map((host) => hosts().admit(host)));
  expect(await hosts().admit('late.full.com')).toBe(false);
  expect(await hosts().admit('late.other.com')).toBe(true);
  now += 24 * 60 * 60_000;
  expect(await hosts().admit('late.full.com')).toBe(true);
});

test('names that a company gives to customers are registrable domains', async () => {
  await Promise.all(below('github.io', 100).map((host) => hosts().admit(host)));
  expect(await hosts().admit('late.github.io')).toBe(true);
  await Promise.all(below('one.github.io', 100).map((host) => hosts().admit(host)));
  expect(await hosts().admit('late.one.github.io')).toBe(false);
});

test('the name of a deleted domain remains in no item, and other hosts remain counted', async () => {
  const items = async () =>
    (await tables.documents.send(new ScanCommand({ TableName: coordinationTable.name }))).Items!;
  const withName = async (name: string) =>
    (await items()).filter(({ id, hosts = [] }) =>
      [...(hosts as string[]), (id as string).split('#')[1]].includes(name),
    );
  for (let day = 0; day < 3; day += 1) {
    await hosts().admit('blog.deleted.com');
    await hosts().admit('kept.deleted.com');
    await hosts().admit('single.com');
    if (day < 2) now += 24 * 60 * 60_000;
  }
  for (const name of ['blog.deleted.com', 'single.com', 'never.com']) await hosts().deleteDomain(name);
  const remaining = ['blog.deleted.com', 'single.com', 'never.com', 'kept.deleted.com'].map(withName);
  expect((await Promise.all(remaining)).map(({ length }) => length)).toEqual([0, 0, 0, 3]);
});
