/** Time limits of reading from API Gateway's control plane, in milliseconds. */

/** Time for which a caller waits while another one reads the owner of the same key from API Gateway. */
export const KEY_HOLDER_MS = 6_000;
/** Time limit of reading the usage of a whole plan from API Gateway, and of callers that wait for the result. */
export const COUNT_MS = 15_000;
export const COUNT_WAIT_MS = COUNT_MS + 5_000;
