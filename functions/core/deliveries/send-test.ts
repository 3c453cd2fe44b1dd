import type { OnceMarkers } from '../platform/coordination.ts';
import { type Attempt, sendSigned, type SendServices, type SignedRequest } from './send-signed.ts';

/** Type of test deliveries. */
export const TEST_TYPE = 'watch.test';

/** Minimum interval between test deliveries to new addresses of an owner. */
const CHALLENGE_INTERVAL_MS = 60_000;

/**
 * Claims the right to send a test delivery to a new address of an owner, of watches, batches or crawls: otherwise an owner
 * could have messages sent to any number of hosts of others.
 *
 * @returns false within a minute of the last claim
 */
export const mayChallenge = (owner: string, claims: OnceMarkers) =>
  claims.claim(`watch challenge ${owner}`, CHALLENGE_INTERVAL_MS);

/**
 * Sends a test delivery, which the receiver of a watch has to answer with 2xx, and waits for the response.
 *
 * @returns the status, and the code of a failure; `null` for a response of 2xx
 */
export async function sendTest(
  { id, url, signer, secret }: Omit<SignedRequest, 'body'>,
  services: SendServices,
): Promise<Pick<Attempt, 'status' | 'error'>> {
  const timestamp = new Date(services.now()).toISOString();
  const body = JSON.stringify({ type: TEST_TYPE, timestamp, data: { watch: signer.watch } });
  const { status, error } = await sendSigned({ id, url, body, signer, secret }, services);
  return { status, error };
}
