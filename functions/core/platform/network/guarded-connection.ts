import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkFailure } from './failures.ts';
import type { HostOverrides } from './host-overrides.ts';
import { isPublicAddress } from './public-address.ts';

/** The permission to send one request at a time to an address. */
export interface AddressSlot {
  /** Milliseconds since the epoch; the slot expires at this time, even if its instance was terminated. */
  until: number;
  /** Releases the slot. */
  end(): Promise<void>;
}

/** Slots of addresses; their number is limited over all instances. */
export interface AddressSlots {
  /** @returns `null` if none is free */
  take(address: string): Promise<AddressSlot | null>;
}

export interface AddressLimit {
  /**
   * Waits for a slot of the host's address.
   *
   * @param until deadline, on the clock of `performance.now()`
   * @returns a function to be called when the request has ended
   * @throws {NetworkFailure} timeout if none is free before the deadline
   */
  enter(host: string, until: number): Promise<() => void>;
  /** Lookup of the requests: a request connects first to the address of which it has a slot. */
  lookup: LookupFunction;
  /** Releases all slots that are not in use, at the end of a fetch. */
  release(): Promise<void>;
}

const POLL_MS = 250;
/** Minimum remaining time of a slot for another request. */
const MIN_SLOT_MS = 10_000;

/**
 * Limits concurrent requests to one address. A fetch keeps its slots from one request to the next: one slot of an
 * address if it sends its requests one after the other, several if it sends them concurrently.
 */
export function createAddressLimit(slots: AddressSlots, systemLookup: LookupFunction): AddressLimit {
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
   * @returns `null` if there is no public address: the connection fails with the reason
   * @throws {NetworkFailure} timeout if the lookup exceeds the time limit of a connection
   */
  async function addressOf(host: string, until: number): Promise<string | null> {
    const leftMs = Math.min(CONNECT_TIMEOUT_MS, until - performance.now());
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await withTimeout(leftMs, lookUp(host));
    const open = found.filter(({ address }) => isPublicAddress(address));
    return (open.find(({ family }) => family === 4) ?? open[0])?.address ?? null;
  }

  async function slotOf(address: string, until: number): Promise<AddressSlot> {
    for (;;) {
      const slot = idle.get(address)?.pop() ?? (await slots.take(address));
      if (slot && slot.until > Date.now() + MIN_SLOT_MS) return slot;
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
      // A slot that cannot be released expires.
      await Promise.allSettled(ended.map((slot) => slot.end()));
    },
  };
}

/** @returns no addresses if the lookup fails. @throws {NetworkFailure} timeout if it takes longer than `ms` */
async function withTimeout(ms: number, lookup: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  const timeUp = new AbortController();
  const late = sleep(Math.max(0, ms), null, { signal: timeUp.signal }).catch(() => null);
  const found = await Promise.race([lookup.catch(() => []), late]);
  timeUp.abort();
  if (found === null) throw new NetworkFailure('timeout');
  return found;
}

/** Time limit for a connection: DNS lookup, handshakes and every address tried. */
export const CONNECT_TIMEOUT_MS = 4_000;

const ALLOWED_PORTS = [80, 443];

/** Target of a connection to a host: options of `net.connect` and `tls.connect`. */
export interface Destination {
  host: string;
  port: number;
  lookup: LookupFunction;
  /** Whether the operator configured the address, which then need not be public. */
  overridden: boolean;
}

/**
 * Returns the target of a connection. Names are checked at the lookup, so that the connection is made to the checked
 * address. Literal addresses are not looked up, and are checked here.
 *
 * @throws {NetworkFailure} port_not_allowed for a port other than 80 and 443 of a host that is not overridden
 * @throws {NetworkFailure} address_not_public for a literal address that is not public
 */
export function destinationOf(
  host: string,
  port: number,
  overrides: HostOverrides,
  lookup: LookupFunction,
): Destination {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const override = overrides.find(bare);
  if (override) return { host: override.address, port: override.port, lookup, overridden: true };
  if (!ALLOWED_PORTS.includes(port)) throw new NetworkFailure('port_not_allowed');
  if (isIP(bare) && !isPublicAddress(bare)) throw new NetworkFailure('address_not_public');
  return { host: bare, port, lookup: publicOnly(lookup), overridden: false };
}

/**
 * Destroys a connection that is not ready in time, or whose address is not public.
 *
 * @param ready event after which the connection can be used
 */
export function watch<S extends Socket>(socket: S, destination: Destination, ready: 'connect' | 'secureConnect'): S {
  const timer = setTimeout(() => socket.destroy(new NetworkFailure('timeout')), CONNECT_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.once(ready, () => clearTimeout(timer));
  socket.prependOnceListener('connect', () => {
    if (!destination.overridden && !isPublicAddress(socket.remoteAddress ?? ''))
      socket.destroy(new NetworkFailure('address_not_public'));
  });
  return socket;
}

/** A lookup that returns only public addresses, and fails with `AddressNotPublic` if there are none. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, []);
      const addresses = (answer as LookupAddress[]).filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) return callback(new NetworkFailure('address_not_public'), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
