import { retryAfterMs } from '../../platform/network/retry-after.ts';
import type { ServedPage } from '../../platform/network/served-page.ts';
import { failedStatus } from '../../record/page-status.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';

/**
 * What the source answers where the server sent something in the place of the home page: an error that passes, a refusal
 * to show it to this crawler, or a challenge. 404, 410 and other client errors are the truth about the page.
 *
 * @param isChallenge a firewall asks whether a person is there, whatever the HTTP status
 * @param now milliseconds since the epoch
 * @returns `null` for a page
 */
export function pageFailure(
  { status: http_status, headers }: Pick<ServedPage, 'status' | 'headers'>,
  isChallenge: boolean,
  now: number,
): SourceAnswer | null {
  const failed = isChallenge ? CHALLENGE : failedStatus(http_status) ? refusalOf(http_status) : null;
  if (!failed) return null;
  const waitMs = retryAfterMs(headers.find(([name]) => name === 'retry-after')?.[1], now);
  return { ...failed, http_status, exists: true, ...(waitMs !== null && { retryAfterMs: waitMs }) };
}

const CHALLENGE: SourceAnswer = {
  status: 'blocked',
  error: { code: 'challenge', message: 'The site shows a bot challenge instead of its page', retryable: true },
};

function refusalOf(httpStatus: number): SourceAnswer {
  const status = httpStatus === 429 ? 'rate_limited' : httpStatus === 401 || httpStatus === 403 ? 'blocked' : 'error';
  const message = `The site answered with HTTP ${httpStatus} instead of its page`;
  return { status, error: { code: `http_${httpStatus}`, message, retryable: true } };
}
