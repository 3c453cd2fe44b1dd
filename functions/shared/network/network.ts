import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction, type Socket } from 'node:net';
import { failureOf } from './failures.ts';
import { type Destination, destinationOf, watch } from './guarded-connection.ts';
import type { HostOverrides } from './host-overrides.ts';

/** Product token of the crawler, as site owners name it in robots.txt. */
export const CRAWLER_TOKEN = 'DomainSearchMetricsBot';
const CRAWLER_VERSION = '1.0';

/** Timeout of each try of a DNS query in milliseconds, and number of tries. */
const DNS_LIMITS = { timeout: 1_000, tries: 2 };

/** Access to hosts that callers name: only public addresses and the operator's overrides can be reached. */
export interface Network {
  userAgent: string;
  /** Agents for got and node:http, without keep-alive. */
  agents: { http: http.Agent; https: https.Agent };
  /**
   * Opens a TCP connection, with the same checks as the agents.
   *
   * @throws {NetworkFailure} when it cannot be made
   */
  connect(host: string, port: number): Promise<Socket>;
  /** @returns a new resolver for records of this host; the caller cancels it */
  resolver(host: string): Resolver;
}

export interface NetworkOptions {
  overrides: HostOverrides;
  userAgent: string;
  /** `address:port` of the name servers for overridden hosts; if empty, the system's. */
  dnsServers?: string[];
  /** By default the system's lookup. */
  lookup?: LookupFunction;
}

/** @returns the User-Agent header of the crawler, with a contact URL for site owners */
export function userAgent(contactUrl: string): string {
  return `${CRAWLER_TOKEN}/${CRAWLER_VERSION} (+${contactUrl})`;
}

export function createNetwork(options: NetworkOptions): Network {
  const { overrides, dnsServers = [], lookup = systemLookup } = options;
  const destination: DestinationOf = (host, port) => destinationOf(host, port, overrides, lookup);
  return {
    userAgent: options.userAgent,
    agents: {
      http: guardAgent(new http.Agent({ keepAlive: false }), 'connect', destination),
      https: guardAgent(new https.Agent({ keepAlive: false, maxCachedSessions: 0 }), 'secureConnect', destination),
    },
    connect: (host, port) => connect(destination, host, port),
    resolver(host) {
      const resolver = new Resolver(DNS_LIMITS);
      if (overrides.find(host) && dnsServers.length > 0) resolver.setServers(dnsServers);
      return resolver;
    },
  };
}

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
      // A path would make it a Unix socket.
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
