import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

const READ_EVERY_MS = 100;
/** As long as the page's own time limit. */
const MAX_READS = 300;

/**
 * Reads a value of the page until it equals the expected one: a table shows its header before its rows, and a filtered
 * list its former rows until the new ones have arrived.
 *
 * @throws the comparison of the last value with the expected one
 */
export async function eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (let reads = 1; ; reads += 1) {
    const value = await read();
    try {
      return expect(value).toEqual(expected);
    } catch (error) {
      if (reads === MAX_READS) throw error;
      await sleep(READ_EVERY_MS);
    }
  }
}
