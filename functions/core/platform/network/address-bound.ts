import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkFailure } from './failures.ts';
import { CONNECT_TIMEOUT_MS } from './guarded-connection.ts';
import { isPublicAddress } from './public-address.ts';

/** The right to send one request at a time to an address. */
export interface AddressSlot {
  /** Milliseconds since the epoch: then it ends by itself, also where its instance was killed. */
  until: number;
  /** Gives it back. */
  end(): Promise<void>;
}

/** Slots of addresses, of which there are so many for all instances together. */
export interface AddressSlots {
  /** @returns `null` where none is free */
  take(address: string): Promise<AddressSlot | null>;
}

export interface AddressBound {
  /**
   * Waits for a slot of the host's address.
   *
   * @param until deadline, on the clock of `performance.now()`
   * @returns what is to be called when the request has ended
   * @throws {NetworkFailure} timeout where none is free until then
   */
  enter(host: string, until: number): Promise<() => void>;
  /** Looks up as the requests do: who has a slot of an address connects to this one first. */
  lookup: LookupFunction;
  /** Gives back all slots that no request needs at present: at the end of a fetch. */
  release(): Promise<void>;
}

const POLL_MS = 250;
/** A slot that ends so soon is not enough for another request. */
const LEAST_MS = 10_000;

/**
 * Bounds requests at once to one address. Slots are kept from one request of a fetch to the next: a fetch whose requests
 * follow each other takes one slot of an address, and one that sends several at once takes several.
 */
export function createAddressBound(slots: AddressSlots, systemLookup: LookupFunction): AddressBound {
  const idle = new Map<string, AddressSlot[]>();
  const lookups = new Map<string, Promise<LookupAddress[]>>();

  function lookUp(host: string): Promise<LookupAddress[]> {
    const known = lookups.get(host);
    if (known) return known;
    const found = new Promise<LookupAddress[]>((resolve, reject) => {
      systemLookup(host, { all: true }, (error, addresses) => {
        if (error) reject(error);
        else resolve(addresses as LookupAddress[]);
      });
    });
    lookups.set(host, found);
    found.catch(() => lookups.delete(host));
    return found;
  }

  /**
   * @returns `null` where there is nothing to connect to: the connection says why
   * @throws {NetworkFailure} timeout where the lookup takes as long as a connection may
   */
  async function addressOf(host: string, until: number): Promise<string | null> {
    const leftMs = Math.min(CONNECT_TIMEOUT_MS, until - performance.now());
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await within(leftMs, lookUp(host));
    const open = found.filter(({ address }) => isPublicAddress(address));
    return (open.find(({ family }) => family === 4) ?? open[0])?.address ?? null;
  }

  async function slotOf(address: string, until: number): Promise<AddressSlot> {
    for (;;) {
      const slot = idle.get(address)?.pop() ?? (await slots.take(address));
      if (slot && slot.until > Date.now() + LEAST_MS) return slot;
      if (performance.now() >= until) throw new NetworkFailure('timeout');
      if (!slot) await sleep(POLL_MS);
    }
  }

  return {
    async enter(host, until) {
      const address = await addressOf(host.replace(/^\[(.*)\]$/, '$1'), until);
      if (address === null) return () => {};
      const slot = await slotOf(address, until);
      return () => {
        const kept = idle.get(address);
        if (kept) kept.push(slot);
        else idle.set(address, [slot]);
      };
    },
    lookup: (host, _options, callback) => {
      lookUp(host).then(
        (addresses) => callback(null, addresses),
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
    async release() {
      const ended = [...idle.values()].flat();
      idle.clear();
      lookups.clear();
      // What cannot be given back ends by itself.
      await Promise.allSettled(ended.map((slot) => slot.end()));
    },
  };
}

/** @returns none where the lookup fails. @throws {NetworkFailure} timeout where it takes longer */
async function within(ms: number, lookup: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  const timeUp = new AbortController();
  const late = sleep(Math.max(0, ms), null, { signal: timeUp.signal }).catch(() => null);
  const found = await Promise.race([lookup.catch(() => []), late]);
  timeUp.abort();
  if (found === null) throw new NetworkFailure('timeout');
  return found;
}
