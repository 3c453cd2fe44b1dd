import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsAnswer } from '../../platform/network/served-page.ts';
import { CrawlerRules, type ObeyedGroups } from './crawler-rules.ts';
import { robotsContent } from './robots-txt.ts';
import { ruleLine } from './rule-line.ts';

/** What a robots.txt says to this crawler of an address. */
export interface RobotsVerdict {
  allowed: boolean;
  /** The line that decides, such as `Disallow: /private`; `null` where none does. */
  rule: string | null;
  /** Seconds that it wants between two requests; `null` where it names none. */
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

/** A crawl checks several URLs: the rules of the last file are cached, with their results. */
let last: { content: string; obeyed: ObeyedGroups; rules: CrawlerRules } | undefined;

function rulesOf(content: string, obeyed: ObeyedGroups): CrawlerRules {
  if (last?.content !== content || last.obeyed !== obeyed) {
    last = { content, obeyed, rules: new CrawlerRules(content, CRAWLER_TOKEN, obeyed) };
  }
  return last.rules;
}
