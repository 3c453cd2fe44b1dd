import { truncate } from '../../platform/text/text.ts';
import type { RobotsTxt } from '../../record/record.ts';

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
const SITEMAP_PROTOCOLS = new Set(['https:', 'http:', 'ftp:']);

/**
 * Checks robots.txt line by line, by the rules of Lighthouse's audit robots-txt.
 *
 * @param content robots.txt
 * @returns one entry a faulty line, in order; `line` counts from 1, `content` has at most 200 characters
 */
export function validateRobots(content: string): RobotsTxt['errors'] {
  const errors: RobotsTxt['errors'] = [];
  let inGroup = false;
  for (const [index, line] of content.split(/\r\n|\r|\n/).entries()) {
    const [directive, value] = split(line);
    if (directive === null) continue;
    const message = fault(directive, value) ?? (isRule(directive) && !inGroup ? 'No user-agent specified' : null);
    if (message !== null) errors.push({ line: index + 1, content: truncate(line, 200), message });
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

function fault(directive: string, value: string | null): string | null {
  if (value === null) return 'Syntax not understood';
  if (!DIRECTIVES.has(directive)) return 'Unknown directive';
  if (directive === 'sitemap') {
    const url = URL.parse(value);
    if (!url) return 'Invalid sitemap URL';
    if (!SITEMAP_PROTOCOLS.has(url.protocol)) return 'Invalid sitemap URL protocol';
  }
  if (directive === 'user-agent' && value === '') return 'No user-agent specified';
  if (!isRule(directive)) return null;
  if (value !== '' && !/^[/*]/.test(value)) return 'Pattern should either be empty, start with "/" or "*"';
  const dollar = value.indexOf('$');
  if (dollar >= 0 && dollar < value.length - 1) return '"$" should only be used at the end of the pattern';
  return null;
}
