import { once } from 'node:events';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { certificateFailure, failureOf, hasFailed, NetworkFailure } from '../platform/network/failures.ts';
import type { Network } from '../platform/network/network.ts';
import type { Tls } from '../record/record.ts';
import { failureAnswer } from './providers/read-response.ts';
import { ofOwnHosts, type Source, type SourceContext } from './source.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { DAY_MS } from '../platform/time/day.ts';

const TLS_PORT = 443;
/** Time limit of connection and handshake together. */
const TLS_MS = 4_000;

const NO_CERTIFICATE = {
  valid: false,
  protocol: null,
  issuer: null,
  subject: null,
  valid_from: null,
  valid_to: null,
  days_remaining: null,
};

/** The certificate of the host on port 443, and whether browsers would trust it. */
export const tlsSource: Source = {
  id: 'tls',
  fields: ['tls'],
  ...ofOwnHosts,
  isEvidence: false,
  maxAgeDays: 1,
  countsDown: true,
  inlineMs: 9_000,
  backgroundMs: 0,
  async fetch(domain, context) {
    try {
      return await fetchCertificate(domain, context).catch((failure: unknown) => {
        if (!hasFailed(failure, 'name_not_found')) throw failure;
        return fetchCertificate(`www.${domain}`, context);
      });
    } catch (error) {
      // The port is closed: the site has no TLS, which is a valid result.
      if (hasFailed(error, 'connection_refused')) return { status: 'empty', sections: { tls: null } };
      if (error instanceof NetworkFailure) return failureAnswer(error);
      throw error;
    }
  },
};

/** @throws {NetworkFailure} if no connection to the host is possible */
async function fetchCertificate(host: string, { network, now }: SourceContext): Promise<SourceAnswer> {
  const socket = await handshake(host, network);
  if (typeof socket === 'string') return { status: 'ok', sections: { tls: { ...NO_CERTIFICATE, error: socket } } };
  try {
    return { status: 'ok', sections: { tls: describe(socket, now()) } };
  } finally {
    socket.destroy();
  }
}

/** @returns the connection, even if the certificate is invalid, or the code of a failed handshake on an open port */
async function handshake(host: string, network: Network): Promise<TLSSocket | NetworkFailure['code']> {
  const until = performance.now() + TLS_MS;
  const raw = await network.connect(host, TLS_PORT);
  raw.on('error', () => {});
  // Invalid certificates are accepted in order to report them; no data is sent.
  const socket = connect({ socket: raw, servername: host, rejectUnauthorized: false });
  const timer = setTimeout(() => socket.destroy(new NetworkFailure('timeout')), Math.max(0, until - performance.now()));
  try {
    await once(socket, 'secureConnect');
    return socket;
  } catch (error) {
    socket.destroy();
    raw.destroy();
    const failure = failureOf(error);
    const { code } = failure;
    if (code === 'no_tls' || code === 'handshake_failed') return code;
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

function describe(socket: TLSSocket, now: number): Tls {
  const certificate = socket.getPeerCertificate();
  const validTo = timeOf(certificate.valid_to);
  // At run time this is the code as a string, although it is typed as an Error.
  const problem = socket.authorizationError as unknown as string | null;
  return {
    valid: socket.authorized,
    protocol: socket.getProtocol(),
    issuer: first(certificate.issuer?.O) ?? first(certificate.issuer?.CN),
    subject: first(certificate.subject?.CN) ?? firstAlternativeName(certificate),
    valid_from: timeOf(certificate.valid_from),
    valid_to: validTo,
    days_remaining: validTo === null ? null : Math.floor((Date.parse(validTo) - now) / DAY_MS),
    error: socket.authorized ? null : certificateFailure(String(problem)),
  };
}

/** Returns a part of a name, the first if the certificate has several. */
function first(part: string | string[] | undefined): string | null {
  return (Array.isArray(part) ? part[0] : part) ?? null;
}

function firstAlternativeName({ subjectaltname }: PeerCertificate): string | null {
  return subjectaltname?.match(/DNS:([^,]+)/)?.[1] ?? null;
}

function timeOf(written: string | undefined): string | null {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
