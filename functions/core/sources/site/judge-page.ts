import type { PageKeyword } from '../../record/page-keyword.ts';
import type { RobotsAnswer, ServedPage } from '../../platform/network/served-page.ts';
import type { Sections } from '../../record/record.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { pageFailure } from './page-failure.ts';

type PageSections = Pick<Sections, 'page' | 'audit' | 'seo_score' | 'top_keywords' | 'security_headers'>;

/** What a page says; `failure` is set instead where the server sent something in its place. */
export type JudgedPage =
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
