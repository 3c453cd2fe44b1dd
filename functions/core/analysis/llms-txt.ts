import type { RobotsAnswer } from '../platform/network/http-client.ts';
import type { LlmsTxt } from '../record/record.ts';
import { AI_AGENTS } from './robots/ai-agents.ts';
import { robotsRules } from './robots/robots-txt.ts';

/** Lighthouse 13.5 considers a shorter file suspicious; in UTF-16 units. */
const SHORTEST = 50;
const MAX_TITLE_LENGTH = 500;

/**
 * The first heading of level one. White space before it counts only on the same line: on lines above it would only move
 * the start of Lighthouse's match. The text may be on a later line, as in Lighthouse.
 */
const H1 = /^[^\S\n\r\u2028\u2029]*#\s+(.+)/m;
/** A link, not an image; its text and its address may contain one level of brackets. */
const LINK = /(?<!!)\[(?:[^[\]\n\r]|\[[^[\]\n\r]*\])+\]\((?:[^()\n\r]|\([^()\n\r]*\))+\)/g;
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Checks a site's answer to `/llms.txt`, with the results of Lighthouse 13.5's audit `llms-txt`, but in a time that is
 * linear in the length of the file. As in Lighthouse, any content with a 2xx or 3xx status counts as the file.
 *
 * @param content the body as text; ignored for an error status
 * @param site address of the file, and robots.txt of its origin; absent: robots.txt is not known
 */
export function judgeLlmsTxt(httpStatus: number, content: string, site?: LlmsSite): LlmsTxt {
  const nothing = { found: false, http_status: httpStatus, title: null, links: null, ...unknown };
  if (httpStatus >= 500) return { ...nothing, problems: ['http_error'], valid: false };
  if (httpStatus >= 400) return { ...nothing, problems: [], valid: null };
  const heading = H1.exec(content)?.[1];
  const problems: LlmsTxt['problems'] = [];
  if (heading === undefined) problems.push('missing_h1');
  if (!content.split(LINE_END).some(hasLink)) problems.push('missing_links');
  if (content.length < SHORTEST) problems.push('too_short');
  return {
    found: true,
    http_status: httpStatus,
    title: heading?.slice(0, MAX_TITLE_LENGTH).toWellFormed().trim() || null,
    links: content.match(LINK)?.length ?? 0,
    problems,
    valid: problems.length === 0,
    ...(site ? disallowedLinks(content, site) : unknown),
  };
}

interface LlmsSite {
  /** Address of the file. */
  url: string;
  /** Response to `/robots.txt` of its origin. */
  robots: RobotsAnswer;
}

const unknown = { disallowed: null, disallowed_total: null };
/** Maximum number of links that are compared with robots.txt, and of those that are listed. */
const MAX_COMPARED = 1_000;
const MAX_LISTED = 10;
const USER_AGENTS = AI_AGENTS.filter(({ purpose }) => purpose === 'user').map(({ token }) => token);
/** The address of a link, without its title. */
const TARGET = /\]\(\s*<?([^\s<>]+)/;

/** Returns the links to pages of the origin that no agent of users may fetch. */
function disallowedLinks(content: string, { url, robots }: LlmsSite): Pick<LlmsTxt, 'disallowed' | 'disallowed_total'> {
  if (robots.status === null || robots.status >= 500) return unknown;
  const rules = robotsRules(robots);
  const { origin } = new URL(url);
  const links = (content.match(LINK) ?? []).slice(0, MAX_COMPARED);
  const targets = links.flatMap((link) => {
    const target = URL.parse(TARGET.exec(link)?.[1]?.replace(/\)$/, '') ?? '', url);
    if (!target || target.origin !== origin) return [];
    target.hash = '';
    return [target.href];
  });
  const isDisallowed = (target: string) => USER_AGENTS.every((token) => rules?.isAllowed(target, token) === false);
  const disallowed = [...new Set(targets)].filter((target) => target.length <= MAX_TARGET && isDisallowed(target));
  return { disallowed: disallowed.slice(0, MAX_LISTED), disallowed_total: disallowed.length };
}

/** Longest address that is listed. */
const MAX_TARGET = 2_000;

/** Lighthouse's `/\[.+\]\(.+\)/` on one line, which would take quadratic time: only the widest match is checked. */
function hasLink(line: string): boolean {
  const start = line.indexOf('[');
  const middle = start < 0 ? -1 : line.indexOf('](', start + 2);
  return middle >= 0 && line.lastIndexOf(')') >= middle + 3;
}
