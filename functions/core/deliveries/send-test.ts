import { ServiceError } from '../platform/http/errors.ts';
import { secondsToNextDay } from '../platform/time/day.ts';
import type { AddressTest } from './delivery-schema.ts';
import { type ReceiverSlots, receiverHost } from './receiver-slots.ts';
import { type Attempt, sendSigned, type SendServices, type SignedRequest } from './send-signed.ts';
import { HOSTS_A_DAY, TEST_INTERVAL_MS, type TestLimits } from './test-limits.ts';

/** Dependencies of a test delivery. */
export interface TestServices extends SendServices {
  slots: ReceiverSlots;
  tests: Pick<TestLimits, 'take'>;
}

interface TestRequest extends Omit<SignedRequest, 'body'>, Pick<TestBody, 'data'> {}

/** The body of a test: that of a watch contains more than its id. */
type TestBody = Omit<AddressTest, 'data'> & { data: { watch: string | null } };

export type TestOutcome = Pick<Attempt, 'status' | 'error'>;

/** Seconds after which a slot of a host is probably free: most receivers respond within them. */
const SLOT_SECONDS = 5;

/**
 * Sends a test delivery within the limits of its owner and of the receiver's host.
 *
 * @param isConfirmed whether the address has answered a challenge of the owner before
 * @throws {ServiceError} rate_limited with the limit that it would exceed; nothing was sent
 */
export async function sendLimitedTest(
  request: TestRequest,
  isConfirmed: boolean,
  services: TestServices,
): Promise<TestOutcome> {
  const { slots, tests, now } = services;
  const { url, signer } = request;
  // First, because a test that was counted and not sent would prevent others for a minute.
  const release = await slots.take(receiverHost(url));
  if (!release) {
    const message =
      'Two requests to the host of this address are in progress, the maximum. Try again in a few seconds.';
    throw new ServiceError('rate_limited', { message, retryAfterSeconds: SLOT_SECONDS });
  }
  try {
    const limit = await tests.take({ owner: signer.owner, url, isConfirmed });
    if (limit) throw refused(limit, now());
    return await sendTest(request, services);
  } finally {
    // A slot that cannot be released expires.
    await release().catch(() => {});
  }
}

function refused(limit: 'hosts' | 'interval', now: number): ServiceError {
  if (limit === 'interval') {
    const message = 'A test was sent to the host of this address within the last minute. Wait a minute.';
    return new ServiceError('rate_limited', { message, retryAfterSeconds: TEST_INTERVAL_MS / 1000 });
  }
  return new ServiceError('rate_limited', {
    message: `Unconfirmed addresses on ${HOSTS_A_DAY} hosts were tested today, the maximum of a day. It resets at 00:00 UTC.`,
    retryAfterSeconds: secondsToNextDay(now),
  });
}

/**
 * Sends a test delivery, which the receiver has to answer with 2xx, and waits for the response. The caller has a slot of
 * the host, and has counted the test.
 *
 * @returns the status, and the code of a failure; `null` for a response of 2xx
 */
export async function sendTest({ data, ...request }: TestRequest, services: SendServices): Promise<TestOutcome> {
  const body: TestBody = { type: 'watch.test', timestamp: new Date(services.now()).toISOString(), data };
  const { status, error } = await sendSigned({ ...request, body: JSON.stringify(body) }, services);
  return { status, error };
}
