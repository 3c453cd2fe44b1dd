import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import { AI_AGENTS } from './ai-agents.ts';
import { type CrawlerRules, type ObeyedGroups, RobotsFile } from './crawler-rules.ts';
import { KeptFiles } from './kept-files.ts';
import { isAllowed, robotsContent, robotsRules } from './robots-txt.ts';
import type { GooglebotRules } from '../../record/crawled-page.ts';
import type { AiAccess } from '../../record/record.ts';
import { truncate } from '../../platform/text/text.ts';
import type { Rule } from './rules.ts';

/** Rules of a robots.txt for this crawler and an address. */
export interface RobotsVerdict {
  allowed: boolean;
  /** The deciding line, such as `Disallow: /private`; `null` if there is none. */
  rule: string | null;
  /** Requested seconds between two requests; `null` if there are none. */
  crawlDelaySeconds: number | null;
}

/** @param url absolute URL of the file's origin */
export function robotsVerdict(robots: RobotsAnswer, url: string, obeyed: ObeyedGroups): RobotsVerdict {
  const content = robotsContent(robots);
  if (content === null) return { allowed: true, rule: null, crawlDelaySeconds: null };
  const rules = rulesOf(content, obeyed);
  const rule = rules.ruleFor(new URL(url));
  return { allowed: rule?.allow ?? true, rule: rule && ruleLine(rule), crawlDelaySeconds: rules.crawlDelay };
}

/** The crawler whose rules decide whether a page may be indexed. */
const GOOGLEBOT = 'Googlebot';

/**
 * Returns what a robots.txt contains for Googlebot, by RFC 9309.
 *
 * @param url absolute URL of the file's origin
 * @see https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
 */
export function googlebotRules(robots: RobotsAnswer, url: string): GooglebotRules {
  const content = robotsContent(robots);
  if (content === null) return { disallowedBy: null, disallowsAll: false };
  const rules = rulesOf(content, 'applicable', GOOGLEBOT);
  const rule = rules.ruleFor(new URL(url));
  return { disallowedBy: rule && !rule.allow ? ruleLine(rule) : null, disallowsAll: rules.disallowsAll };
}

/** Characters of the kept files: those of ten sites, each as long as one may be. */
const MAX_KEPT = 10 * 512_000;
/** A process crawls several sites at the same time, and checks several URLs of each. */
const files = new KeptFiles((content) => new RobotsFile(content), MAX_KEPT);

function rulesOf(content: string, obeyed: ObeyedGroups, token = CRAWLER_TOKEN): CrawlerRules {
  return files.read(content).rulesFor(token, obeyed);
}

/**
 * Returns whether crawlers of AI services may fetch a page, by the rules as Lighthouse reads them, and the deciding
 * line.
 *
 * @param robots response to `/robots.txt` of the page's origin; nothing is allowed if it could not be fetched
 * @param pageUrl absolute URL
 * @returns the section `ai_access.agents`
 */
export function describeAiAgents(robots: RobotsAnswer, pageUrl: string): NonNullable<AiAccess['agents']> {
  const rules = robotsRules(robots);
  return Object.fromEntries(
    AI_AGENTS.map(({ token }) => {
      const rule = rules?.ruleFor(pageUrl, token) ?? null;
      return [token, { allowed: isAllowed(robots, pageUrl, token), rule: rule && ruleLine(rule) }];
    }),
  );
}

/** In characters (code points). */
const MAX_RULE = 200;

/** @returns a rule as a line of robots.txt, such as `Disallow: /private` */
function ruleLine({ allow, written }: Rule): string {
  return truncate(`${allow ? 'Allow' : 'Disallow'}: ${written}`, MAX_RULE);
}
