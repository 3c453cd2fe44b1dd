import { isNativeError } from 'node:util/types';

/** How a source reports a failure. */
export type FailureStatus = 'timeout' | 'blocked' | 'error';

/**
 * Thrown when a request gets no usable response. Messages are for callers of the service and contain no addresses; the
 * cause is for the log.
 */
export abstract class NetworkFailure extends Error {
  /** Stable code. */
  abstract readonly code: string;
  readonly status: FailureStatus = 'error';
  /** Whether asking again later may help. */
  readonly retryable: boolean = false;
  /** Redirects that were followed before it failed; 0: the first address failed. */
  redirects = 0;
}

export class NameNotFound extends NetworkFailure {
  readonly code = 'name_not_found';
  override message = 'The name has no address';
}

export class NameLookupFailed extends NetworkFailure {
  readonly code = 'name_lookup_failed';
  override readonly retryable = true;
  override message = 'The name servers gave no usable answer';
}

export class AddressNotPublic extends NetworkFailure {
  readonly code = 'address_not_public';
  override readonly status = 'blocked';
  override message = 'The host is not on the public internet';
}

export class HostBlocked extends NetworkFailure {
  readonly code = 'host_blocked';
  override readonly status = 'blocked';
  override message = 'The operator of this service does not ask this host';
}

export class PortNotAllowed extends NetworkFailure {
  readonly code = 'port_not_allowed';
  override readonly status = 'blocked';
  override message = 'Only the ports 80 and 443 are asked';
}

export class ConnectionRefused extends NetworkFailure {
  readonly code = 'connection_refused';
  override readonly retryable = true;
  override message = 'The host refuses connections';
}

export class HostUnreachable extends NetworkFailure {
  readonly code = 'host_unreachable';
  override readonly retryable = true;
  override message = 'There is no way to the host';
}

export class ConnectionReset extends NetworkFailure {
  readonly code = 'connection_reset';
  override readonly retryable = true;
  override message = 'The host closed the connection before it answered';
}

export class TimedOut extends NetworkFailure {
  readonly code = 'timeout';
  override readonly status = 'timeout';
  override readonly retryable = true;
  override message = 'The host did not answer in time';
}

export class TlsFailed extends NetworkFailure {
  readonly code = 'tls_error';
  override readonly retryable = true;
  override message = 'No trusted TLS connection could be made';
}

export class TooManyRedirects extends NetworkFailure {
  readonly code = 'too_many_redirects';
  override message = 'The host redirects more than 10 times';
}

export class RedirectLoop extends NetworkFailure {
  readonly code = 'redirect_loop';
  override message = 'The redirects lead back to where they came from';
}

export class BadRedirect extends NetworkFailure {
  readonly code = 'bad_redirect';
  override message = 'A redirect leads to no http or https address';
}

export class AddressTooLong extends NetworkFailure {
  readonly code = 'address_too_long';
  override message = 'The address is longer than 16,384 characters';
}

export class BadResponse extends NetworkFailure {
  readonly code = 'bad_response';
  override readonly retryable = true;
  override message = 'The answer is not valid HTTP';
}

/** Codes of Node's net and dns modules. */
const BY_CODE: Record<string, new (message?: string, options?: ErrorOptions) => NetworkFailure> = {
  ENOTFOUND: NameNotFound,
  ENODATA: NameNotFound,
  ECONNREFUSED: ConnectionRefused,
  EHOSTUNREACH: HostUnreachable,
  ENETUNREACH: HostUnreachable,
  EADDRNOTAVAIL: HostUnreachable,
  ECONNRESET: ConnectionReset,
  ECONNABORTED: ConnectionReset,
  EPIPE: ConnectionReset,
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: ConnectionReset,
  ERR_STREAM_PREMATURE_CLOSE: ConnectionReset,
  ETIMEDOUT: TimedOut,
  EPROTO: TlsFailed,
};
/** Node's TLS codes, and OpenSSL's names for what is wrong with a certificate. */
const TLS_CODE =
  /^(?:ERR_SSL|ERR_TLS|ERR_OSSL|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH)/;
/** If several addresses were tried, the first of these that occurred is reported. */
const BY_PRIORITY = ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET'];

/** @returns the failure for an error of node:net, node:tls, node:dns or got */
export function failureOf(error: unknown): NetworkFailure {
  const known = causes(error).find((cause) => cause instanceof NetworkFailure);
  if (known) return known;
  const code = causes(error).map(codeOf).find(Boolean) ?? '';
  return new (classOf(code))(undefined, { cause: error });
}

function classOf(code: string) {
  if (code.startsWith('EAI_')) return NameLookupFailed;
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? TlsFailed : BadResponse);
}

function causes(error: unknown): Error[] {
  return isNativeError(error) ? [error, ...causes(error.cause)] : [];
}

function codeOf(error: Error): string | undefined {
  const { errors = [] } = error as Partial<AggregateError>;
  const tried = errors.map(({ code }: NodeJS.ErrnoException) => code);
  return BY_PRIORITY.find((code) => tried.includes(code)) ?? (error as NodeJS.ErrnoException).code;
}
