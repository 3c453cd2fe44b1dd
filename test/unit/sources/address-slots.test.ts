import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressSlots } from '../../../functions/core/sources/site-slots.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let now = Date.parse('2026-11-21T12:00:00Z');
let nr = 0;
const newAddress = () => `198.51.100.${(nr += 1)}`;

const tables = useOpened(() => createTestTables(coordinationTable));

/** Slots of a new instance. */
const slots = () => createAddressSlots(tables.db, coordinationTable.name, () => now);

async function takeAll(address: string) {
  const taken = [];
  for (let slot = await slots().take(address); slot; slot = await slots().take(address)) taken.push(slot);
  return taken;
}

test('fifty concurrent callers have at most ten slots of an address, and each gets one', async () => {
  const address = newAddress();
  let [held, most, served] = [0, 0, 0];
  // They are taken concurrently, not one by one: each waits until ten are held at once.
  const areAllHeld = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      let slot = await slots().take(address);
      for (; !slot; slot = await slots().take(address)) await sleep(20);
      most = Math.max(most, (held += 1));
      if (held === 10) areAllHeld.resolve();
      await areAllHeld.promise;
      held -= 1;
      served += 1;
      await slot.end();
    }),
  );
  expect(served).toBe(50);
  expect(most).toBe(10);
});

test('each address has ten slots, and a released slot can be taken again', async () => {
  const address = newAddress();
  const taken = await takeAll(address);
  expect(taken).toHaveLength(10);
  expect(await slots().take(newAddress())).not.toBeNull();
  await taken[3]!.end();
  expect(await takeAll(address)).toHaveLength(1);
});

test('slots of an instance that was killed are free after their time limit', async () => {
  const address = newAddress();
  await takeAll(address);
  now += 29_000;
  expect(await slots().take(address)).toBeNull();
  now += 1_000;
  expect(await takeAll(address)).toHaveLength(10);
});

test('releasing an expired slot does not release that of the next owner', async () => {
  const address = newAddress();
  const late = await takeAll(address);
  now += 30_000;
  await takeAll(address);
  await Promise.all(late.map((slot) => slot.end()));
  expect(await slots().take(address)).toBeNull();
});
