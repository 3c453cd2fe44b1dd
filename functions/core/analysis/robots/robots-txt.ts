import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import { LIST_CAP, type RobotsTxt } from '../../record/record.ts';
import { LighthouseRules, namesAgent } from './crawler-rules.ts';
import { directives } from './rules.ts';
import { truncate } from '../../platform/text/text.ts';

/** Agents in the record; `*` is any other. */
const AGENTS = [
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
 * Describes a site's robots.txt. This crawler is among the agents if a group names it; otherwise the file has no rules
 * that this crawler follows.
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
 * Returns whether an agent may fetch a URL, by the rules as Lighthouse reads them. If robots.txt is unreachable (no
 * response, or 5xx) nothing is allowed; if it does not exist (4xx), everything is (RFC 9309, 2.3.1).
 *
 * @param robots response to `/robots.txt` of the URL's origin
 * @param url absolute URL
 * @param agent product token, for example `Googlebot`; `*` for any
 */
export function isAllowed(robots: RobotsAnswer, url: string, agent: string): boolean {
  if (robots.status === null || robots.status >= 500) return false;
  return robotsRules(robots)?.isAllowed(url, agent) ?? true;
}

/** @returns the text of an existing robots.txt; null if there is none or it is empty */
export function robotsContent({ status, content }: RobotsAnswer): string | null {
  const found = status !== null && status >= 200 && status <= 299;
  return found && content !== null && content !== '' ? content : null;
}

/** Parsed once for all audits and agents. */
const read = new WeakMap<RobotsAnswer, LighthouseRules>();

/** @returns the rules as Lighthouse reads them; null if there are none */
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

const DIRECTIVES = new Set([
  'user-agent',
  'disallow',
  'allow',
  'sitemap',
  'crawl-delay',
  'clean-param',
  'host',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
]);
/** Why a line is invalid, by code. */
export const ROBOTS_FAULTS = {
  no_user_agent: 'No user-agent specified',
  syntax: 'Syntax not understood',
  unknown_directive: 'Unknown directive',
  invalid_sitemap_url: 'Invalid sitemap URL',
  invalid_sitemap_protocol: 'Invalid sitemap URL protocol',
  invalid_pattern: 'Pattern should either be empty, start with "/" or "*"',
  dollar_not_at_end: '"$" should only be used at the end of the pattern',
};
type RobotsFault = keyof typeof ROBOTS_FAULTS;

const SITEMAP_PROTOCOLS = new Set(['https:', 'http:', 'ftp:']);

/**
 * Validates robots.txt line by line, by the rules of Lighthouse's audit robots-txt.
 *
 * @param content robots.txt
 * @returns one entry for each invalid line, in order; `line` counts from 1, `content` has at most 200 characters
 */
export function validateRobots(content: string): (RobotsTxt['errors'][number] & { code: RobotsFault })[] {
  const errors: ReturnType<typeof validateRobots> = [];
  let inGroup = false;
  for (const [index, line] of content.split(/\r\n|\r|\n/).entries()) {
    const [directive, value] = split(line);
    if (directive === null) continue;
    const code = fault(directive, value) ?? (isRule(directive) && !inGroup ? 'no_user_agent' : null);
    if (code !== null)
      errors.push({ line: index + 1, content: truncate(line, 200), message: ROBOTS_FAULTS[code], code });
    else if (directive === 'user-agent') inGroup = true;
  }
  return errors;
}

/** @returns directive (null: nothing on the line) and value (null: no colon) */
function split(line: string): [directive: string | null, value: string | null] {
  const text = line.replace(/#.*/s, '').trim();
  if (text === '') return [null, null];
  const colon = text.indexOf(':');
  if (colon < 0) return [text, null];
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

function isRule(directive: string): boolean {
  return directive === 'allow' || directive === 'disallow';
}

function fault(directive: string, value: string | null): RobotsFault | null {
  if (value === null) return 'syntax';
  if (!DIRECTIVES.has(directive)) return 'unknown_directive';
  if (directive === 'sitemap') {
    const url = URL.parse(value);
    if (!url) return 'invalid_sitemap_url';
    if (!SITEMAP_PROTOCOLS.has(url.protocol)) return 'invalid_sitemap_protocol';
  }
  if (directive === 'user-agent' && value === '') return 'no_user_agent';
  if (!isRule(directive)) return null;
  if (value !== '' && !/^[/*]/.test(value)) return 'invalid_pattern';
  const dollar = value.indexOf('$');
  if (dollar >= 0 && dollar < value.length - 1) return 'dollar_not_at_end';
  return null;
}
