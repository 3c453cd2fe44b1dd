import { pageKeywords } from '../phrases/page-phrases.ts';
import type { PageKeyword } from '../../keywords/page-keyword.ts';
import { analysePage, type PageAnalysis } from '../analyse-page.ts';
import type { RobotsAnswer, ServedPage } from '../../network/served-page.ts';
import { judgeLlmsTxt } from '../llms-txt.ts';
import type { AiAccess, LlmsTxt, RobotsTxt } from '../../record/record.ts';
import type { AlternatePage } from '../hreflang/cluster.ts';
import { readAlternate, type ServedAlternate } from '../hreflang/read-alternate.ts';
import { describeAiAgents } from '../robots/ai-agents.ts';
import type { ObeyedGroups } from '../robots/crawler-rules.ts';
import { describeRobots } from '../robots/robots-txt.ts';
import { type RobotsVerdict, robotsVerdict } from '../robots/robots-verdict.ts';
import { isChallenge } from '../challenge.ts';
import { looksLikeHtml } from '../page/looks-like-html.ts';
import { type ParsedSitemap, parseSitemap } from '../sitemap/parse-sitemap.ts';

/** The facts of a home page. */
export interface ReadPage extends Pick<PageAnalysis, 'page' | 'audit' | 'security'> {
  /** It is not the site's page, but a firewall's question whether a person asks. */
  isChallenge: boolean;
  /** Best first; absent for an error page, which does not describe the site. */
  keywords?: PageKeyword[];
}

/** The sections `robots_txt` and `ai_access.agents`. */
export interface ReadRobots {
  robotsTxt: RobotsTxt;
  aiAgents: AiAccess['agents'];
}

/** The tasks that parse untrusted content. Arguments and results can be sent between threads. */
export const siteTasks = {
  /** @param now milliseconds since the epoch */
  readPage(served: ServedPage, robots: RobotsAnswer, now: number): ReadPage {
    // An image or a PDF has the facts of an empty HTML document.
    const html = looksLikeHtml(served) ? served : { ...served, body: [] };
    const { page, audit, security, texts } = analysePage(html, robots, now);
    const isErrorPage = served.status < 200 || served.status > 299;
    return {
      page,
      audit,
      security,
      isChallenge: isChallenge(html, page),
      ...(!isErrorPage && { keywords: pageKeywords(texts) }),
    };
  },

  readAlternate: (served: ServedAlternate, names: string[]): AlternatePage | null => readAlternate(served, names),

  /** What robots.txt says, also of a page: sections of the record. */
  readRobots: (robots: RobotsAnswer, pageUrl: string): ReadRobots => ({
    robotsTxt: describeRobots(robots, pageUrl),
    aiAgents: describeAiAgents(robots, pageUrl),
  }),

  judgeRobots: (robots: RobotsAnswer, url: string, obeyed: ObeyedGroups): RobotsVerdict =>
    robotsVerdict(robots, url, obeyed),

  /** @returns `null` where it is not a sitemap */
  parseSitemap: (body: Uint8Array[], now: number, clipped: boolean): ParsedSitemap | null =>
    parseSitemap(body, now, clipped),

  readLlmsTxt: (httpStatus: number, body: Uint8Array[]): LlmsTxt =>
    judgeLlmsTxt(httpStatus, new TextDecoder().decode(Buffer.concat(body))),
};

type SiteTasks = typeof siteTasks;

/** Parses untrusted content, each task separately. */
export type SiteReader = {
  [Name in keyof SiteTasks]: (...args: Parameters<SiteTasks[Name]>) => Promise<ReturnType<SiteTasks[Name]>>;
} & {
  /** Prepares the reader at the start of a crawl. */
  warm(): void;
};
