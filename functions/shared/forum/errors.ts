import { ServiceError } from '../http/errors.ts';
import { message } from '../http/message.ts';

/** Upstream's own code (absent where it gave none) and message. */
export interface UpstreamRefusal {
  code: number | null;
  msg: string;
}

/** Upstream's codes for an account, a password or a token that it does not accept. */
const CREDENTIAL_CODES = [103, 1101, 1102];
/** The token is invalid or missing: every further call with it fails as well. */
export const NOT_SIGNED_IN = 103;

/**
 * Upstream's words for a call that is made too often (频繁) or that may be repeated later (稍后, 稍候). None of its known
 * codes says that: 102 is a bad parameter or signature, and 104 stands for any other refusal.
 */
const ASKS_FOR_A_LATER_TRY = /频繁|稍后|稍候/;

/** 503: the operator has set no upstream, or no salt. */
export class ForumNotConfigured extends ServiceError {
  readonly code = 'not_configured';
  readonly status = 503;
  readonly retryable = false;
  override message = 'The forum upstream is not configured in this deployment.';
}

/** Upstream understood the call and refused it; the response shows upstream's own message. */
abstract class Refused extends ServiceError {
  readonly upstream: UpstreamRefusal;

  constructor(upstream: UpstreamRefusal) {
    super(upstream.msg ? message`${{ msg: upstream.msg }}` : 'Upstream refused the call without a message.');
    this.upstream = upstream;
  }

  override extras() {
    return { upstream: this.upstream };
  }
}

/** 401: upstream does not accept the account, password or token. */
export class CredentialsRejected extends Refused {
  readonly code = 'upstream_rejected_credentials';
  readonly status = 401;
  readonly retryable = false;
}

/** 422: any other refusal; another try makes sense where upstream's message says so. */
export class UpstreamRefused extends Refused {
  readonly code = 'upstream_refused';
  readonly status = 422;
  readonly retryable: boolean;

  constructor(upstream: UpstreamRefusal) {
    super(upstream);
    this.retryable = ASKS_FOR_A_LATER_TRY.test(upstream.msg);
  }
}

/** 502: upstream's response is not JSON, an HTTP error, or missing. */
export class UpstreamUnreadable extends ServiceError {
  readonly code = 'upstream_unreadable';
  readonly status = 502;
  readonly retryable = true;
  override message = 'Upstream gave no readable answer.';
}

/** 504: upstream did not answer in time. */
export class UpstreamTimeout extends ServiceError {
  readonly code = 'upstream_timeout';
  readonly status = 504;
  readonly retryable = true;
  override message = 'Upstream did not answer in time.';
}

/** @returns the error class for upstream's code */
export function refusal(upstream: UpstreamRefusal): Refused {
  const isCredential = upstream.code !== null && CREDENTIAL_CODES.includes(upstream.code);
  return isCredential ? new CredentialsRejected(upstream) : new UpstreamRefused(upstream);
}
