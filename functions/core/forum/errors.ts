import { isError, ServiceError } from '../platform/http/errors.ts';

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

/**
 * Upstream understood the call and refused it; the response shows upstream's own message. Another try makes sense where
 * that says so, and not with credentials that it does not accept.
 */
export function refusal(upstream: UpstreamRefusal): ServiceError {
  const { code, msg } = upstream;
  const facts = {
    ...(msg ? { params: { msg } } : { message: 'Upstream refused the call without a message.' }),
    extras: { upstream },
  };
  if (code !== null && CREDENTIAL_CODES.includes(code)) return new ServiceError('upstream_rejected_credentials', facts);
  return new ServiceError('upstream_refused', { ...facts, retryable: ASKS_FOR_A_LATER_TRY.test(msg) });
}

/** @returns upstream's own code and message where it refused a call; `null` for anything else */
export function refusalOf(thrown: unknown): UpstreamRefusal | null {
  if (!isError(thrown, 'upstream_refused', 'upstream_rejected_credentials')) return null;
  return thrown.extras.upstream as UpstreamRefusal;
}
