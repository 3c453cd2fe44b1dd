import { refusalOf } from '../core/forum/errors.ts';
import { type CallOptions, textOf, type UpstreamAnswer, type UpstreamClient } from '../core/forum/upstream-client.ts';

/** Outcome of one board's check-in. */
export interface CheckIn {
  cat_id: string;
  status: 'signed' | 'already';
  /** Experience gained by this call. */
  experience: number;
  continue_days: number | null;
  /** Upstream's response, unchanged; or its code and message when it refused because of an earlier check-in. */
  upstream: unknown;
}

/** Upstream has no documented response to a second check-in on one day: some versions refuse it with these words. */
const ALREADY = /已签到|已经签到/;

/**
 * Checks in on one board. An earlier check-in on the same day is a result, not an error.
 *
 * @throws what the upstream client throws
 */
export async function checkIn(
  key: string,
  catId: string,
  client: UpstreamClient,
  options?: CallOptions,
): Promise<CheckIn> {
  try {
    return outcome(catId, await client.checkIn(key, catId, options));
  } catch (error) {
    const upstream = refusalOf(error);
    if (!upstream || !ALREADY.test(upstream.msg)) throw error;
    return { cat_id: catId, status: 'already', experience: 0, continue_days: null, upstream };
  }
}

function outcome(catId: string, answer: UpstreamAnswer): CheckIn {
  const experience = Number(answer.experienceVal ?? 0) || 0;
  const isRepeated = Number(answer.isFirstSignToday) === 0 && experience === 0;
  const isAlready = isRepeated || ALREADY.test(textOf(answer.msg));
  return {
    cat_id: catId,
    status: isAlready ? 'already' : 'signed',
    experience: isAlready ? 0 : experience,
    continue_days: typeof answer.continueDays === 'number' ? answer.continueDays : null,
    upstream: answer,
  };
}
