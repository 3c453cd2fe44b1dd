import type { RobotsAnswer } from '../../platform/network/served-page.ts';
import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import { LIST_CAP, type RobotsTxt } from '../../record/record.ts';
import { namesAgent } from './crawler-rules.ts';
import { LighthouseRules } from './lighthouse-rules.ts';
import { directives } from './read-groups.ts';
import { validateRobots } from './validate-robots.ts';

/** Agents in the record; `*` is any other. */
export const AGENTS = [
  '*',
  'Googlebot',
  'bingbot',
  'DuckDuckBot',
  'archive.org_bot',
  'Baiduspider',
  'YandexBot',
  '360Spider',
  'Sogou web spider',
  'GPTBot',
  'CCBot',
  'Google-Extended',
];

/**
 * Describes a site's robots.txt. This crawler is among the agents where a group names it: where it is not, nothing of the
 * file concerns it.
 *
 * @param robots response to `/robots.txt`
 * @param pageUrl absolute URL of the page that `agents` refers to
 * @returns the `robots_txt` section; errors by the rules of Lighthouse's audit robots-txt
 */
export function describeRobots(robots: RobotsAnswer, pageUrl: string): RobotsTxt {
  const rules = robotsRules(robots);
  const content = robotsContent(robots);
  const errors = content === null ? [] : validateRobots(content);
  const sitemaps = content === null ? [] : sitemapUrls(content, robots.url);
  const agents = content !== null && namesAgent(content, CRAWLER_TOKEN) ? [...AGENTS, CRAWLER_TOKEN] : AGENTS;
  return {
    url: robots.url,
    http_status: robots.status,
    valid: content === null ? null : errors.length === 0,
    errors: errors.slice(0, LIST_CAP),
    errors_total: errors.length,
    sitemaps: sitemaps.slice(0, LIST_CAP),
    sitemaps_total: sitemaps.length,
    agents: Object.fromEntries(
      agents.map((agent) => [
        agent,
        { allowed: isAllowed(robots, pageUrl, agent), crawl_delay_seconds: delay(rules?.crawlDelay(agent) ?? null) },
      ]),
    ),
  };
}

/**
 * Whether an agent may fetch a URL, by the rules as Lighthouse reads them. Where robots.txt is unreachable (no
 * response, or 5xx) nothing is allowed; where it does not exist (4xx), everything is (RFC 9309, 2.3.1).
 *
 * @param robots response to `/robots.txt` of the URL's origin
 * @param url absolute URL
 * @param agent product token, for example `Googlebot`; `*` for any
 */
export function isAllowed(robots: RobotsAnswer, url: string, agent: string): boolean {
  if (robots.status === null || robots.status >= 500) return false;
  return robotsRules(robots)?.isAllowed(url, agent) ?? true;
}

/** @returns the text of a robots.txt that was found; null where there is none or it is empty */
export function robotsContent({ status, content }: RobotsAnswer): string | null {
  const found = status !== null && status >= 200 && status <= 299;
  return found && content !== null && content !== '' ? content : null;
}

/** Parsed once for all audits and agents. */
const read = new WeakMap<RobotsAnswer, LighthouseRules>();

/** @returns the rules as Lighthouse reads them; null where there are none */
export function robotsRules(robots: RobotsAnswer): LighthouseRules | null {
  const content = robotsContent(robots);
  if (content === null) return null;
  const rules = read.get(robots) ?? new LighthouseRules(content);
  read.set(robots, rules);
  return rules;
}

/** The second name is accepted by Google (github.com/google/robotstxt), but not by Lighthouse's validation. */
const SITEMAP_NAMES = ['sitemap', 'site-map'];

function sitemapUrls(content: string, robotsUrl: string): string[] {
  const lines = [...directives(content)].filter(({ name, value }) => SITEMAP_NAMES.includes(name) && value !== '');
  const urls = lines.flatMap(({ value }) => URL.parse(value, robotsUrl) ?? []);
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))];
}

function delay(seconds: number | null): number | null {
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
