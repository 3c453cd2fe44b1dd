import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkFailure } from './failures.ts';
import type { HostOverrides } from './host-overrides.ts';

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

/** Time limit for a connection: DNS lookup, handshakes and every address tried. */
export const CONNECT_TIMEOUT_MS = 4_000;

const ALLOWED_PORTS = [80, 443];

/** Where a connection to a host goes: options of `net.connect` and `tls.connect`. */
export interface Destination {
  host: string;
  port: number;
  lookup: LookupFunction;
  /** The operator chose the address: it need not be public. */
  overridden: boolean;
}

/**
 * Decides where a connection goes. Names are checked when they are looked up, so that the checked address is the one
 * that is connected to; literal addresses are never looked up, and are checked here.
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
 * Destroys a connection that is not ready in time, or that has reached an address that is not public.
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

/** The only assigned global unicast range of IPv6 (RFC 4291, IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is globally reachable unicast, by IANA's special-purpose registries (RFC 6890).
 *
 * IPv4-mapped and NAT64 addresses are checked by the IPv4 address inside; 6to4, Teredo, IPv4-compatible and locally
 * used NAT64 (RFC 8215) are rejected, since they can be translated to another address.
 *
 * @param address an IP address as the system writes it; anything else, or with a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIPv4(ipaddr.IPv4.parse(address));
  // ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8; URL writes all sixteen octets in hex, and knows no zones.
  const hex = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? '';
  if (isIP(address) !== 6 || !ipaddr.IPv6.isValid(hex)) return false;
  const parsed = ipaddr.IPv6.parse(hex);
  if (parsed.isIPv4MappedAddress()) return isPublicIPv4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}
