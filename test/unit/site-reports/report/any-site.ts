import fc from 'fast-check';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { answered, page, redirect } from '../graph/crawled.ts';

const FAILURES = ['robots_disallowed', 'challenge', 'timeout', 'name_not_found'];

const path = fc.nat(12).map((number) => `/${number}`);
const paths = fc.uniqueArray(path, { maxLength: 5 });
const text = fc.constantFrom(null, '', 'Boots', 'x'.repeat(200));
const facts = fc.record({
  title: text,
  meta_description: text,
  h1: text,
  noindex: fc.boolean(),
  seo_score: fc.nat(100),
  word_count: fc.nat(400),
  external_links: fc.nat(5),
  text_hash: fc.constantFrom('', 'a', 'b'),
});

/** Any answer of an address, as a function of its path. */
const answer: fc.Arbitrary<(path: string) => CrawledPage> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(paths, paths, facts).map(
      ([links, nofollowed, values]) =>
        (own: string) =>
          page(
            own,
            links,
            values,
            nofollowed.filter((link) => !links.includes(link)),
          ),
    ),
  },
  path.map((target) => (own: string) => redirect(own, target)),
  fc.constantFrom(204, 403, 404, 429, 500).map((http_status) => (own: string) => answered(own, { http_status })),
  fc
    .constantFrom(...FAILURES)
    .map((failure) => (own: string) => answered(own, { http_status: null, failure, content_type: null })),
);

/** Crawled pages of any site; some links lead to addresses that were not crawled. */
export const anyPages = fc
  .array(answer, { maxLength: 10 })
  .map((answers) => answers.map((answerOf, number) => answerOf(`/${number}`)));
/** Paths that a sitemap lists. */
export const anyListed = fc.option(paths, { nil: undefined });
