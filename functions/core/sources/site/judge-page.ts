import type { PageKeyword, SourceAnswer } from '../../record/source-answer.ts';
import type { RobotsAnswer, ServedPage } from '../../platform/network/http-client.ts';
import { type AiPolicy, LIST_CAP, type Sections } from '../../record/record.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { failure } from '../providers/read-response.ts';
import { hasBrokenOff } from './home-page.ts';
import { retryAfterMs } from '../../platform/network/failures.ts';

type PageSections = Pick<
  Sections,
  'page' | 'audit' | 'issues' | 'issues_total' | 'seo_score' | 'top_keywords' | 'security_headers'
>;

/** A page that was served. */
interface ServedSitePage {
  served: ServedPage;
  /** Response to `/robots.txt` of its origin. */
  robots: RobotsAnswer;
  /** It is the home page of its site. */
  isHome: boolean;
}

/** Sections, policy and keywords of a page, or `failure` if the server did not send the page. */
type JudgedPage =
  | { failure: SourceAnswer; sections?: undefined; policy?: undefined; keywords?: undefined }
  | { failure: null; sections: PageSections; policy: AiPolicy; keywords: PageKeyword[] | undefined };

/**
 * Evaluates a page that was served, a home page or any other.
 *
 * @param now milliseconds since the epoch
 */
export async function judgePage(
  { served, robots, isHome }: ServedSitePage,
  reader: Pick<SiteReader, 'readPage'>,
  now: number,
): Promise<JudgedPage> {
  const read = await reader.readPage(served, robots, now, isHome);
  const { page, audit, security, policy, keywords, isChallenge } = read;
  const issues = hasBrokenOff(served) ? null : read.issues;
  const failure = pageFailure(served, isChallenge, now);
  if (failure) return { failure };
  const sections = {
    page,
    audit,
    issues: issues && issues.slice(0, LIST_CAP),
    issues_total: issues && issues.length,
    // An error page is not what visitors look for.
    seo_score: served.status >= 400 ? null : audit.score,
    top_keywords: keywords?.map(({ keyword, score }) => ({ keyword, score })) ?? null,
    security_headers: security,
  };
  return { failure, sections, policy, keywords };
}

/**
 * Returns the answer of the source if the server sent something else instead of the page: a temporary error, a refusal of
 * this crawler, or a challenge. 404, 410 and other client errors are valid results.
 *
 * @param isChallenge whether the response is a bot challenge of a firewall, with any HTTP status
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

const CHALLENGE = failure('blocked', 'challenge', 'The site responded with a bot challenge instead of its page');

function refusalOf(httpStatus: number): SourceAnswer {
  const status = httpStatus === 429 ? 'rate_limited' : httpStatus === 401 || httpStatus === 403 ? 'blocked' : 'error';
  const message = `The site responded with HTTP status ${httpStatus} instead of its page`;
  return failure(status, `http_${httpStatus}`, message);
}

/**
 * Whether an HTTP status means that the server could not or would not send the page: 5xx, 429, 408 and 425 are temporary,
 * 401 and 403 refuse the client. Every other status, also 404 and 410, is a valid result (RFC 9110, section 15).
 */
export function failedStatus(httpStatus: number): boolean {
  return httpStatus >= 500 || [401, 403, 408, 425, 429].includes(httpStatus);
}
