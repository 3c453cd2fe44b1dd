import { isNativeError } from 'node:util/types';
import { CRAWLER_TOKEN } from './user-agent.ts';

/** How a source reports a failure. */
type FailureStatus = 'timeout' | 'blocked' | 'error';

interface FailureKind {
  /** By default `error`. */
  status?: FailureStatus;
  /** Whether a retry may succeed; by default false. */
  retryable?: boolean;
  /** For callers of the service; contains no addresses. */
  message: string;
}

/** All failures of requests, by their codes, which are stable. */
export const FAILURES = {
  name_not_found: { message: 'The name has no address' },
  name_lookup_failed: { retryable: true, message: 'The name servers returned no usable answer' },
  address_not_public: { status: 'blocked', message: 'The host is not on the public internet' },
  host_blocked: { status: 'blocked', message: 'The operator of this service has blocked this host' },
  port_not_allowed: { status: 'blocked', message: 'Only the ports 80 and 443 are allowed' },
  connection_refused: { retryable: true, message: 'The host refuses connections' },
  host_unreachable: { retryable: true, message: 'The host could not be reached' },
  connection_reset: { retryable: true, message: 'The host closed the connection before it answered' },
  timeout: { status: 'timeout', retryable: true, message: 'The host did not answer in time' },
  // Failures of TLS last until the site changes its certificate or server.
  certificate_expired: { message: 'The certificate has expired' },
  certificate_not_yet_valid: { message: 'The certificate is not valid yet' },
  certificate_revoked: { message: 'The certificate is revoked' },
  name_mismatch: { message: 'The certificate is for other names' },
  self_signed: { message: 'The certificate is self-signed' },
  untrusted_issuer: { message: 'The issuer of the certificate is not trusted' },
  certificate_invalid: { message: 'The certificate is not valid' },
  no_tls: { message: 'The port does not use TLS' },
  handshake_failed: { message: 'No TLS connection could be made' },
  too_many_redirects: { message: 'The host redirects more than 10 times' },
  redirect_loop: { message: 'The redirects form a loop' },
  bad_redirect: { message: 'The target of a redirect is not an http or https address' },
  address_too_long: { message: 'The address is longer than 16,384 characters' },
  bad_response: { retryable: true, message: 'The response is not valid HTTP' },
  /** The site has requested a pause, so no request was sent. */
  rate_limited: { retryable: true, message: 'The site limits the number of requests' },
  /** A group of the site's robots.txt that applies to this crawler disallows the address. */
  robots_disallowed: { status: 'blocked', message: `robots.txt disallows this address for ${CRAWLER_TOKEN}` },
  /** The origin's robots.txt redirects to a file that was not read. */
  robots_elsewhere: { message: 'robots.txt redirects to a file that was not read' },
  /** Whether robots.txt allows the page is unknown, so it is not fetched (RFC 9309, 2.3.1.4). */
  robots_unreachable: {
    retryable: true,
    message: 'robots.txt could not be read, so the page was not requested',
  },
  /** Parsing the response exceeds the limit of memory or time. */
  too_complex: { retryable: true, message: 'The response exceeds the limits of parsing' },
} as const satisfies Record<string, FailureKind>;

type FailureCode = keyof typeof FAILURES;

/** Failures of the TLS connection itself, the same in all answers: no page can be read over https. */
export const TLS_FAILURES = [
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_revoked',
  'name_mismatch',
  'self_signed',
  'untrusted_issuer',
  'certificate_invalid',
  'no_tls',
  'handshake_failed',
] as const satisfies FailureCode[];

type TlsFailureCode = (typeof TLS_FAILURES)[number];

/** Thrown if a request has no usable response. The cause is for the log. */
export class NetworkFailure extends Error {
  readonly code: FailureCode;
  readonly status: FailureStatus;
  readonly retryable: boolean;
  /** The line of robots.txt that disallows the address. */
  readonly rule: string | null;
  /** Number of redirects that were followed before the failure; 0: the first address failed. */
  redirects = 0;

  constructor(code: FailureCode, { cause, rule = null }: { cause?: unknown; rule?: string | null } = {}) {
    const { status = 'error', retryable = false, message }: FailureKind = FAILURES[code];
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.rule = rule;
  }
}

/** Whether a thrown value is a failure with one of these codes. */
export function hasFailed(thrown: unknown, ...codes: FailureCode[]): thrown is NetworkFailure {
  return thrown instanceof NetworkFailure && codes.includes(thrown.code);
}

/** Codes of Node's modules net, dns and tls, and of OpenSSL. */
const BY_CODE: Record<string, FailureCode> = {
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'connection_reset',
  ERR_STREAM_PREMATURE_CLOSE: 'connection_reset',
  ETIMEDOUT: 'timeout',
  EPROTO: 'handshake_failed',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  CERT_REVOKED: 'certificate_revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name_mismatch',
  HOSTNAME_MISMATCH: 'name_mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted_issuer',
};
/** The response is not a TLS record: the port uses another protocol. Some errors have this only in their text. */
const NO_TLS = /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long|http[ _]request/i;
/** Other names of certificate errors of OpenSSL, and of errors of the connection. */
const CERTIFICATE_CODE = /^(?:CERT|CRL|UNABLE_TO|INVALID_(?:CA|PURPOSE)|PATH_LENGTH)/;
const TLS_CODE = /^(?:ERR_SSL|ERR_TLS|ERR_OSSL)/;
/** If several addresses were tried, the first of these that occurred is reported. */
const BY_PRIORITY = ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET'];

/** @returns the failure for the code of a certificate error of Node or OpenSSL */
export function certificateFailure(code: string): TlsFailureCode {
  return TLS_FAILURES.find((each) => each === BY_CODE[code]) ?? 'certificate_invalid';
}

/** @returns the failure for an error of node:net, node:tls, node:dns or got */
export function failureOf(error: unknown): NetworkFailure {
  const known = causes(error).find((cause) => cause instanceof NetworkFailure);
  if (known) return known;
  const code = causes(error).map(codeOf).find(Boolean) ?? '';
  const kind = kindOf(code);
  const isNoTls =
    kind === 'handshake_failed' && causes(error).some((cause) => NO_TLS.test(`${codeOf(cause)} ${cause.message}`));
  return new NetworkFailure(isNoTls ? 'no_tls' : kind, { cause: error });
}

function kindOf(code: string): FailureCode {
  if (code.startsWith('EAI_')) return 'name_lookup_failed';
  if (BY_CODE[code]) return BY_CODE[code];
  if (CERTIFICATE_CODE.test(code)) return 'certificate_invalid';
  return TLS_CODE.test(code) ? 'handshake_failed' : 'bad_response';
}

function causes(error: unknown): Error[] {
  return isNativeError(error) ? [error, ...causes(error.cause)] : [];
}

function codeOf(error: Error): string | undefined {
  const { errors = [] } = error as Partial<AggregateError>;
  const tried = errors.map(({ code }: NodeJS.ErrnoException) => code);
  return BY_PRIORITY.find((code) => tried.includes(code)) ?? (error as NodeJS.ErrnoException).code;
}

/**
 * Reads a `Retry-After` header: seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds, at least 0; `null` if there is none, or it is invalid
 */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = (value ?? '').trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
