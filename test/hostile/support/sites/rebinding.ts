import { Resolver } from 'node:dns/promises';
import { isIPv4, isIPv6, type LookupFunction } from 'node:net';
import type { Answer, Question } from 'dns-packet';
import { parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork, type Network } from '../../../../functions/core/platform/network/network.ts';
import { AGENT, type DnsReply, serveDns } from '../../../unit/platform/network/local-servers.ts';

/** A name whose addresses change with each look-up. */
export interface Rebinding {
  network: Network;
  /** Sets its responses, one per look-up; after the last one it does not respond. */
  answer: (responses: string[][]) => void;
}

/** Starts a name server whose responses change with each look-up. */
export async function startRebinding(): Promise<Rebinding> {
  let responses: string[][] = [];
  const nameServer = await serveDns(({ name, type }: Question): DnsReply => {
    const isOfType = type === 'A' ? isIPv4 : isIPv6;
    return (responses[0] ?? [])
      .filter(isOfType)
      .map((data): Answer => ({ name, type: type as 'A' | 'AAAA', ttl: 0, data }));
  });
  const lookup = lookupAt(nameServer, () => responses.shift());
  const network = createNetwork({ overrides: parseHostOverrides(''), userAgent: AGENT, lookup });
  return { network, answer: (next) => (responses = [...next]) };
}

/** Resolves names like the system: IPv4 and IPv6 addresses, IPv4 first. */
function lookupAt(nameServer: string, onAnswered: () => void): LookupFunction {
  return (name, _options, callback) => {
    const resolver = new Resolver();
    resolver.setServers([nameServer]);
    void Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then((settled) => {
      onAnswered();
      const addresses = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      const all = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      const error = all.length > 0 ? null : Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' });
      callback(error, all);
    });
  };
}

/** @returns the addresses that a connection to a name tries, or why it fails earlier; the connection is then aborted */
export function triedAddresses(network: Network, host: string): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = network.agents.http.createConnection({ host, port: 80 }, () => {})!;
    const tried: string[] = [];
    socket.on('lookup', (error: { code?: string } | null, address: string) => {
      tried.push(error ? error.code! : address);
      setImmediate(() => {
        socket.destroy();
        resolve(tried);
      });
    });
    socket.on('error', () => {});
  });
}
