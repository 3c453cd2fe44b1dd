import { type Attempt, sendSigned, type SendServices, type SignedRequest } from './send-signed.ts';

/** Type of test deliveries. */
export const TEST_TYPE = 'watch.test';

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
