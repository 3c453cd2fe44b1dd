import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction, type Socket } from 'node:net';
import {
  type AddressLimit,
  type AddressSlots,
  CONNECT_TIMEOUT_MS,
  createAddressLimit,
  type Destination,
  destinationOf,
  watch,
} from './guarded-connection.ts';
import { failureOf } from './failures.ts';
import './attempt-timeout.ts';
import type { HostOverrides } from './host-overrides.ts';

/** Time limit of each attempt of a DNS query in milliseconds, and number of attempts. */
const DNS_LIMITS = { timeout: 1_000, tries: 2 };

/** Access to hosts from callers and sites, limited to public addresses and the operator's overrides. */
export type Network = ReturnType<typeof createNetwork>;

export interface NetworkOptions {
  overrides: HostOverrides;
  userAgent: string;
  /** `address:port` of the name servers for overridden hosts; default: the system's. */
  dnsServers?: string[];
  /** Default: the system's lookup. */
  lookup?: LookupFunction;
  /** Default: the number of concurrent requests to an address is not limited. */
  slots?: AddressSlots;
}

export function createNetwork(options: NetworkOptions) {
  const { overrides, dnsServers = [], lookup: ownLookup = systemLookup, slots } = options;
  const limit: AddressLimit = slots ? createAddressLimit(slots, ownLookup) : { ...unlimited, lookup: ownLookup };
  const { lookup } = limit;
  const enter = (host: string, until: number) => (overrides.has(host) ? unlimited : limit).enter(host, until);
  const destination: DestinationOf = (host, port) => destinationOf(host, port, overrides, lookup);
  return {
    userAgent: options.userAgent,
    /** Agents for got and node:http, without keep-alive. */
    agents: {
      http: guardAgent(new http.Agent({ keepAlive: false }), 'connect', destination),
      https: guardAgent(new https.Agent({ keepAlive: false, maxCachedSessions: 0 }), 'secureConnect', destination),
    },
    /**
     * Opens a TCP connection with the same checks as the agents.
     *
     * @throws {NetworkFailure} if the connection fails
     */
    async connect(host: string, port: number): Promise<Socket> {
      const leave = await enter(host, performance.now() + CONNECT_TIMEOUT_MS);
      try {
        return (await connect(destination, host, port)).once('close', leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    /**
     * Waits until another request may be sent to a host. The number of concurrent requests of all instances to one
     * address is limited, except for hosts that the operator overrides.
     *
     * @param until deadline, on the clock of `performance.now()`
     * @returns a function to be called when the request has ended
     * @throws {NetworkFailure} timeout if no request may be sent before the deadline
     */
    enter,
    /** Whether the operator overrides the address of a host. */
    isOverridden: overrides.has,
    /** Releases the slots that were kept from one request to the next, at the end of a fetch. */
    release: () => limit.release(),
    /** @returns a new resolver for records of this host; the caller cancels it */
    resolver(host: string): Resolver {
      const resolver = new Resolver(DNS_LIMITS);
      if (overrides.has(host) && dnsServers.length > 0) resolver.setServers(dnsServers);
      return resolver;
    },
  };
}

const unlimited = { enter: () => Promise.resolve(() => {}), release: () => Promise.resolve() };

type DestinationOf = (host: string, port: number) => Destination;

function guardAgent<A extends http.Agent>(
  agent: A,
  ready: 'connect' | 'secureConnect',
  destinationOf: DestinationOf,
): A {
  const createConnection = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    try {
      const destination = destinationOf(options.host ?? '', Number(options.port));
      // A path would open a Unix socket.
      const socket = createConnection({ ...options, ...destination, path: undefined, socketPath: undefined });
      return watch(socket as Socket, destination, ready);
    } catch (error) {
      callback?.(error as Error, undefined as never);
      return undefined;
    }
  };
  return agent;
}

async function connect(destinationOf: DestinationOf, host: string, port: number): Promise<Socket> {
  try {
    const destination = destinationOf(host, port);
    const socket = watch(net.connect(destination), destination, 'connect');
    await once(socket, 'connect');
    // `watch` may have rejected the address that was reached.
    if (socket.errored) throw socket.errored;
    return socket;
  } catch (error) {
    throw failureOf(error);
  }
}
