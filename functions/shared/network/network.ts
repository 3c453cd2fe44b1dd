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

/** Time that one try of a DNS query takes, and how often it is tried. */
const DNS_TRY = { timeout: 1_000, tries: 2 };

/** The way to hosts that strangers name: nothing but public addresses and the operator's overrides is reached. */
export interface Network {
  userAgent: string;
  /** Agents for got and node:http; they keep no connection beyond its request. */
  agents: { http: http.Agent; https: https.Agent };
  /**
   * Opens a TCP connection, guarded as those of the agents.
   *
   * @throws {NetworkFailure} where it cannot be made
   */
  connect(host: string, port: number): Promise<Socket>;
  /** @returns a new resolver for records of this host; who asks it also cancels it */
  resolver(host: string): Resolver;
}

export interface NetworkOptions {
  overrides: HostOverrides;
  userAgent: string;
  /** `address:port` of the name servers that know the overridden hosts; the system's where empty. */
  dnsServers?: string[];
  /** How names become addresses; the system's way unless given. */
  lookup?: LookupFunction;
}

/** @returns the User-Agent header of the crawler; the URL tells site owners whom to talk to */
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
      const resolver = new Resolver(DNS_TRY);
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
    // The guard may have refused the address that was reached.
    if (socket.errored) throw socket.errored;
    return socket;
  } catch (error) {
    throw failureOf(error);
  }
}
