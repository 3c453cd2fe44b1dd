import { pageKeywords } from '../phrases/page-phrases.ts';
import type { PageKeyword } from '../../keywords/page-keyword.ts';
import { CRAWLER_TOKEN } from '../../network/network.ts';
import { analysePage, type PageAnalysis } from '../analyse-page.ts';
import type { RobotsAnswer, ServedPage } from '../../network/served-page.ts';
import type { RobotsTxt } from '../../record/record.ts';
import { CrawlerRules } from '../robots/crawler-rules.ts';
import { describeRobots, robotsContent } from '../robots/robots-txt.ts';
import { looksLikeHtml } from '../page/looks-like-html.ts';
import { type ParsedSitemap, parseSitemap } from '../sitemap/parse-sitemap.ts';

/** What is read of a home page. */
export interface ReadPage extends Pick<PageAnalysis, 'page' | 'audit'> {
  /** Best first; absent for a page that says what went wrong, not what the site is about. */
  keywords?: PageKeyword[];
}

/** The tasks that read what strangers have sent. Arguments and results can be sent between threads. */
export const siteTasks = {
  /** @param now milliseconds since the epoch */
  readPage(served: ServedPage, robots: RobotsAnswer, now: number): ReadPage {
    // A picture or a PDF has no HTML facts: they are those of an empty document.
    const html = looksLikeHtml(served) ? served : { ...served, body: [] };
    const { page, audit, texts } = analysePage(html, robots, now);
    const isErrorPage = served.status < 200 || served.status > 299;
    return { page, audit, ...(!isErrorPage && { keywords: pageKeywords(texts) }) };
  },

  describeRobots: (robots: RobotsAnswer, pageUrl: string): RobotsTxt => describeRobots(robots, pageUrl),

  /** Whether a group of robots.txt that names this crawler forbids it an address. */
  isForbidden(robots: RobotsAnswer, url: string): boolean {
    const content = robotsContent(robots);
    return content !== null && !rulesOf(content).allows(new URL(url));
  },

  /** @returns `null` where it is no sitemap */
  parseSitemap: (body: Uint8Array[], now: number): ParsedSitemap | null => parseSitemap(body, now),
};

/** A crawl asks about several addresses: the rules of the last file are kept, with the verdicts on them. */
let last: { content: string; rules: CrawlerRules } | undefined;

function rulesOf(content: string): CrawlerRules {
  if (last?.content !== content) last = { content, rules: new CrawlerRules(content, CRAWLER_TOKEN) };
  return last.rules;
}

type SiteTasks = typeof siteTasks;

/** Reads what strangers have sent, each task by itself. */
export type SiteReader = {
  [Name in keyof SiteTasks]: (...args: Parameters<SiteTasks[Name]>) => Promise<ReturnType<SiteTasks[Name]>>;
} & {
  /** Tells that a crawl begins, so that the reader is ready when there is something to read. */
  warm(): void;
};
