/** Time limits that all slices share, in milliseconds; each slice has its own. */

/**
 * Time limit of a request in API Gateway (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const GATEWAY_MS = 29_000;

/** Time after which a lease that was not renewed may be taken over. */
export const LEASE_MS = 6_000;
/** Interval at which waiting callers read a lease. */
export const LEASE_POLL_MS = 250;
