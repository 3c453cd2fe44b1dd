import { ServiceError } from '../http/errors.ts';

/** Upstream's own words: its code (absent where it gave none) and its message. */
export interface UpstreamRefusal {
  code: number | null;
  msg: string;
}

/** Codes by which upstream says that the account, its password or its token is not accepted. */
const CREDENTIAL_CODES = [103, 1101, 1102];
/** The token is dead or missing: every further call with it fails the same way. */
export const NOT_SIGNED_IN = 103;

/** 503: the operator has set no upstream, or no salt. */
export class ForumNotConfigured extends ServiceError {
  readonly code = 'not_configured';
  readonly status = 503;

  constructor() {
    super('The forum upstream is not configured in this deployment.');
  }
}

/** Upstream understood the call and refused it; shows upstream's own message. */
abstract class Refused extends ServiceError {
  readonly upstream: UpstreamRefusal;

  constructor(upstream: UpstreamRefusal) {
    super(upstream.msg || 'Upstream refused the call without a message.');
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
}

/** 422: any other refusal. */
export class UpstreamRefused extends Refused {
  readonly code = 'upstream_refused';
  readonly status = 422;
}

/** 502: upstream answered with no JSON, with an HTTP error, or not at all. */
export class UpstreamUnreadable extends ServiceError {
  readonly code = 'upstream_unreadable';
  readonly status = 502;

  constructor() {
    super('Upstream gave no readable answer.');
  }
}

/** 504: upstream did not answer in time. */
export class UpstreamTimeout extends ServiceError {
  readonly code = 'upstream_timeout';
  readonly status = 504;

  constructor() {
    super('Upstream did not answer in time.');
  }
}

/** @returns the class that upstream's code stands for */
export function refusal(upstream: UpstreamRefusal): Refused {
  const isCredential = upstream.code !== null && CREDENTIAL_CODES.includes(upstream.code);
  return isCredential ? new CredentialsRejected(upstream) : new UpstreamRefused(upstream);
}
