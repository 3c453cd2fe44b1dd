import net from 'node:net';

/** Longer than a round trip to any place, and than the repetition of a lost first packet after a second. */
const ATTEMPT_MS = 2_000;

/**
 * Of several addresses of a host, Node ends each attempt except the last after 250 ms by default. Lambda has no route for
 * IPv6: if a host has an address of each kind, only the attempt that is ended so early can succeed. Imported by all that
 * opens connections to hosts outside of AWS.
 */
net.setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
