import type { PageKeyword, SourceAnswer } from '../../record/source-answer.ts';
import type { RobotsAnswer, ServedPage } from '../../platform/network/http-client.ts';
import type { Sections } from '../../record/record.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { retryAfterMs } from '../../platform/network/failures.ts';

type PageSections = Pick<Sections, 'page' | 'audit' | 'seo_score' | 'top_keywords' | 'security_headers'>;

/** What a page says; `failure` is set instead where the server sent something in its place. */
type JudgedPage =
  | { failure: SourceAnswer; sections?: undefined; keywords?: undefined }
  | { failure: null; sections: PageSections; keywords: PageKeyword[] | undefined };

/**
 * Judges a page that was served: a home page and any other in the same way.
 *
 * @param robots response to `/robots.txt` of its origin
 * @param now milliseconds since the epoch
 */
export async function judgePage(
  served: ServedPage,
  robots: RobotsAnswer,
  reader: Pick<SiteReader, 'readPage'>,
  now: number,
): Promise<JudgedPage> {
  const { page, audit, security, keywords, isChallenge } = await reader.readPage(served, robots, now);
  const failure = pageFailure(served, isChallenge, now);
  if (failure) return { failure };
  const sections = {
    page,
    audit,
    seo_score: audit.score,
    top_keywords: keywords?.map(({ keyword, score }) => ({ keyword, score })) ?? null,
    security_headers: security,
  };
  return { failure, sections, keywords };
}

/**
 * What the source answers where the server sent something in the place of the home page: an error that passes, a refusal
 * to show it to this crawler, or a challenge. 404, 410 and other client errors are the truth about the page.
 *
 * @param isChallenge a firewall asks whether a person is there, whatever the HTTP status
 * @param now milliseconds since the epoch
 * @returns `null` for a page
 */
function pageFailure(
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

/**
 * Whether an HTTP status says that the server could not, or would not, show the page now: 5xx, 429, 408 and 425 pass, and
 * 401 and 403 are about who asks. Every other status, 404 and 410 too, is the truth about the page (RFC 9110, 15).
 */
export function failedStatus(httpStatus: number): boolean {
  return httpStatus >= 500 || [401, 403, 408, 425, 429].includes(httpStatus);
}
