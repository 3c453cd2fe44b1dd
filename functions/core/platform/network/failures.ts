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
  // Mostly a certificate that is expired, or of another name: until the site changes it.
  tls_error: { message: 'No trusted TLS connection could be made' },
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

/** Codes of Node's net and dns modules. */
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
  EPROTO: 'tls_error',
};
/** TLS codes of Node, and OpenSSL's names of certificate errors. */
const TLS_CODE =
  /^(?:ERR_SSL|ERR_TLS|ERR_OSSL|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH)/;
/** If several addresses were tried, the first of these that occurred is reported. */
const BY_PRIORITY = ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET'];

/** @returns the failure for an error of node:net, node:tls, node:dns or got */
export function failureOf(error: unknown): NetworkFailure {
  const known = causes(error).find((cause) => cause instanceof NetworkFailure);
  if (known) return known;
  const code = causes(error).map(codeOf).find(Boolean) ?? '';
  return new NetworkFailure(kindOf(code), { cause: error });
}

function kindOf(code: string): FailureCode {
  if (code.startsWith('EAI_')) return 'name_lookup_failed';
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls_error' : 'bad_response');
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
