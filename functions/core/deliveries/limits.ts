/** Time limit of one attempt, from the DNS lookup to the end of the response, in milliseconds. */
export const ATTEMPT_MS = 10_000;
/** Time limit of the sender for one message. */
export const SENDER_MS = 30_000;
/** A delivery is due again after this time if its sender was terminated. */
export const CLAIM_MS = 45_000;
/** Maximum number of concurrent requests to one host of receivers, over all instances. */
export const AT_ONCE_PER_HOST = 2;
/** Number of bytes of a response that are read, and ignored. */
export const MAX_RESPONSE_BYTES = 64 * 1024;
/** Address of mails to the operator. */
export const MAIL = 'mail:operator';
/** Default time from the first event of a mail until it is sent: events of one run are one mail. */
export const MAIL_DELAY_MS = 10 * 60_000;
