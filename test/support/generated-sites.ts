import fc from 'fast-check';
import { at, type GeneratedPage, type GeneratedSite } from './crawled-site.ts';

/** Path of one of 31 pages. */
export const generatedPath = fc.integer({ min: 0, max: 30 }).map((n) => `/p${n}`);
const path = generatedPath;
const trap = fc.constantFrom('/c?a=1&b=2', '/c?a=1', '/c?b=2', '/calendar/2031/05', '/a?PHPSESSID=1', '/a/a/a');
const page: fc.Arbitrary<GeneratedPage> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ links: fc.array(fc.oneof(path, path, trap), { maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ redirect: path }) },
  { weight: 1, arbitrary: fc.constant({ failure: 'robots_disallowed' }) },
  // Many of these have the same text.
  { weight: 12, arbitrary: fc.record({ links: fc.array(path, { maxLength: 8 }), text: fc.constant('not found') }) },
);

const siteOf = (pages: readonly GeneratedPage[]): GeneratedSite => {
  return (address) => pages[[...address].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 60, 7)]!;
};

/** Sites with traps, redirects and repeated content. */
export const generatedSites = fc.array(page, { minLength: 60, maxLength: 60 }).map(siteOf);

const annotated: fc.Arbitrary<GeneratedPage> = fc.record({
  links: fc.array(fc.oneof(path, trap), { maxLength: 4 }),
  canonical: path,
  hreflang: fc.array(path, { maxLength: 2 }),
});

/** Sites that have canonical and alternate addresses, too. */
export const annotatedSites = fc
  .array(fc.oneof({ weight: 3, arbitrary: page }, { weight: 1, arbitrary: annotated }), {
    minLength: 60,
    maxLength: 60,
  })
  .map(siteOf);

export const generatedStarts = fc.record({
  limit: fc.integer({ min: 1, max: 40 }),
  sitemap: fc.array(path.map(at), { maxLength: 8 }),
});
