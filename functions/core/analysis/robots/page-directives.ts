import type { RobotsMeta } from '../page/page-facts.ts';

/** Directives of a page for search engines, in addition to robots.txt. */
export interface PageDirectives {
  /** Indexing is disallowed for all search engines, or for Google. */
  noindex: boolean;
  /** Following its links is disallowed for all search engines. */
  nofollow: boolean;
}

/** Rules that have a value after a colon; any other name before a colon is that of a crawler. */
const RULES_WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);
const NAMED = /^([\w.-]+)\s*:(.*)$/s;
const ALL = 'robots';
const DATED = 'unavailable_after:';

/**
 * Reads the robots meta elements and the X-Robots-Tag headers of a page as Google does: of several that apply,
 * including those for all crawlers and those for Google, the strictest is valid. Names and rules are case-insensitive.
 * In a header, a crawler's name applies to the rules after it, up to the next name.
 *
 * @param metas in the order of the page
 * @param headers response headers, names in lower case
 * @param now milliseconds since the epoch
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function pageDirectives(
  metas: readonly RobotsMeta[],
  headers: readonly (readonly [name: string, value: string])[],
  now: number,
): PageDirectives {
  const stated = statedDirectives(metas, headers);
  return {
    noindex: stated.some(({ directive }) => isNoindex(directive, now)),
    nofollow: stated.some(({ crawler, directive }) => crawler === ALL && ['nofollow', 'none'].includes(directive)),
  };
}

/** A directive of a page for all crawlers or for Google. */
export interface StatedDirective {
  source: 'meta' | 'header';
  /** `robots` for all crawlers, else `googlebot`. */
  crawler: string;
  /** In lower case. */
  directive: string;
}

/** @returns the directives for all crawlers and for Google, see {@link pageDirectives} */
export function statedDirectives(
  metas: readonly RobotsMeta[],
  headers: readonly (readonly [name: string, value: string])[],
): StatedDirective[] {
  const tags = headers.filter(([name]) => name === 'x-robots-tag').flatMap(([, value]) => readHeader(value));
  const stated = (source: StatedDirective['source']) => (meta: RobotsMeta) =>
    datedDirectives(meta.content).map((directive) => ({ source, crawler: meta.name, directive }));
  return [...metas.flatMap(stated('meta')), ...tags.flatMap(stated('header'))].filter(({ crawler }) =>
    [ALL, 'googlebot'].includes(crawler),
  );
}

/**
 * Returns whether a directive of {@link statedDirectives} disallows indexing of the page. Dates are read in the formats
 * that Google names: RFC 822, RFC 850 and ISO 8601.
 *
 * @param now milliseconds since the epoch
 */
export function isNoindex(directive: string, now: number): boolean {
  if (!directive.startsWith(DATED)) return forbidsIndexing(directive, now);
  // `Date.parse` reads times of ISO 8601 only in upper case and without blanks before them.
  return Date.parse(directive.slice(DATED.length).trim().toUpperCase()) < now;
}

/**
 * Returns whether the comma-separated directives of a robots meta element, or of an X-Robots-Tag without its crawler,
 * disallow indexing of the page, as Lighthouse reads them: a date with a comma, or a time in ISO 8601, is ignored.
 *
 * @param now milliseconds since the epoch
 */
export function forbidsIndexing(text: string, now: number): boolean {
  return directives(text).some(
    (directive) => directive === 'noindex' || directive === 'none' || isPastDate(directive, now),
  );
}

/** @returns the directives of a text in lower case */
function directives(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
}

/** @returns the directives of a text in lower case; a comma inside a date does not separate them */
function datedDirectives(text: string): string[] {
  const found: string[] = [];
  for (const part of directives(text)) {
    const last = found.at(-1) ?? '';
    // No directive begins with a digit, and a date has one comma at most.
    const isRestOfDate = /^\d/.test(part) && last.includes(DATED) && !last.includes(',');
    if (isRestOfDate) found[found.length - 1] = `${last}, ${part}`;
    else found.push(part);
  }
  return found;
}

function isPastDate(directive: string, now: number): boolean {
  if (!directive.startsWith(DATED)) return false;
  return Date.parse(directive.slice(DATED.length)) < now;
}

/** @returns each directive of a header with the name of the crawler that it is for */
function readHeader(value: string): RobotsMeta[] {
  let name = ALL;
  return datedDirectives(value).map((directive) => {
    const [, crawler, rule] = NAMED.exec(directive) ?? [];
    if (crawler === undefined || RULES_WITH_VALUE.has(crawler)) return { name, content: directive };
    name = crawler;
    return { name, content: rule!.trim() };
  });
}
