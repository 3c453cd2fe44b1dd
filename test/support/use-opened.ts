import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

interface Closed {
  close(): unknown;
}

/**
 * Opens something before the tests of a file or block, and closes it after them.
 *
 * @returns the opened object, for tests and for hooks that are declared later
 */
export function useOpened<Opened extends Closed>(open: () => Promise<Opened>, timeoutMs?: number): Opened {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  }, timeoutMs);
  afterAll(async () => {
    await opened.close();
  });
  return current(() => opened);
}

/** Opens a new one for each test. */
export function useFresh<Opened extends Closed>(open: () => Promise<Opened>, timeoutMs?: number): Opened {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  }, timeoutMs);
  afterEach(async () => {
    await opened.close();
  });
  return current(() => opened);
}

/** Returns a proxy of an object that is not opened yet. */
function current<Value extends object>(value: () => Value): Value {
  return new Proxy({} as Value, {
    get: (_, name) => Reflect.get(value(), name) as unknown,
    set: (_, name, to) => Reflect.set(value(), name, to),
    has: (_, name) => Reflect.has(value(), name),
    ownKeys: () => Reflect.ownKeys(value()),
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(value(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}
