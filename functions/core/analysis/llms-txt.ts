import type { LlmsTxt } from '../record/record.ts';

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
 */
export function judgeLlmsTxt(httpStatus: number, content: string): LlmsTxt {
  const nothing = { found: false, http_status: httpStatus, title: null, links: null };
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
  };
}

/** Lighthouse's `/\[.+\]\(.+\)/` on one line, which would take quadratic time: only the widest match is checked. */
function hasLink(line: string): boolean {
  const start = line.indexOf('[');
  const middle = start < 0 ? -1 : line.indexOf('](', start + 2);
  return middle >= 0 && line.lastIndexOf(')') >= middle + 3;
}
