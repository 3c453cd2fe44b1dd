import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { NetworkFailure } from './failures.ts';
import type { HostOverrides } from './host-overrides.ts';
import { isPublicAddress } from './public-address.ts';

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
