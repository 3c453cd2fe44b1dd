import type { CheckFinding } from '../../record/crawled-page.ts';
import { isNoindex, type StatedDirective, statedDirectives } from '../robots/page-directives.ts';
import type { Check, CheckSubject } from './check.ts';

const ABOUT_ROBOTS = 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag';

/** Lighthouse ignores savings below 1,400 bytes (uses-text-compression); compression halves HTML at least. */
const MIN_COMPRESSED_BYTES = 2_800;
/** Response headers that let a browser or a crawler keep a response or ask whether it has changed (RFC 9111, 4 and 4.3). */
const CACHING = ['cache-control', 'expires', 'etag', 'last-modified'];

/** Checks of response headers, and of directives for crawlers. */
export const responseChecks: readonly Check[] = [
  /** Directives for the same crawler; those for Google beside those for all are additions. */
  {
    id: 'robots-conflicting',
    severity: 'warning',
    title: 'Conflicting robots directives',
    impact:
      'Search engines apply the most restrictive directive, so that the page may be missing from search results unintentionally.',
    howToFix: 'Keep only the intended directive in the meta tag or the X-Robots-Tag header.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check(subject) {
      const stated = statedOf(subject);
      return Object.values(Object.groupBy(stated, ({ crawler }) => crawler)).flatMap((directives = []) => [
        ...contradiction(directives, ['index', 'all'], ['noindex', 'none']),
        ...contradiction(directives, ['follow', 'all'], ['nofollow', 'none']),
      ]);
    },
  },
  /** Only the header has it: a noindex of the markup is seen in the page's source. */
  {
    id: 'noindex-by-header',
    severity: 'warning',
    title: 'Noindex in X-Robots-Tag header',
    impact: 'The page does not appear in search results, although its HTML contains no noindex.',
    howToFix: 'Remove noindex from the X-Robots-Tag header in the server configuration if the page should be indexed.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check(subject) {
      const forbidding = statedOf(subject).filter(({ directive }) => isNoindex(directive, subject.now));
      if (forbidding.some(({ source }) => source === 'meta')) return [];
      return forbidding.map((stated) => ({ element: markupOf(stated), value: stated.directive }));
    },
  },
  {
    id: 'nofollow-page',
    severity: 'warning',
    title: 'Page-level nofollow',
    impact: 'No link of the page passes link equity, including links to pages of the same site.',
    howToFix: 'Remove nofollow from the robots directives, and add rel="nofollow" only to individual links.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check: (subject) =>
      statedOf(subject)
        .filter(({ crawler, directive }) => crawler === 'robots' && ['nofollow', 'none'].includes(directive))
        .map((stated) => ({ element: markupOf(stated), value: stated.directive })),
  },
  {
    id: 'compression-missing',
    severity: 'warning',
    title: 'Text compression not enabled',
    impact: 'The HTML is several times larger than with compression, so that the page loads more slowly.',
    howToFix: 'Enable Brotli or gzip for text responses on the server or CDN.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression/',
    since: '0.3.0',
    check({ served: { headers }, analysis: { page } }) {
      const coding =
        headers
          .find(([name]) => name === 'content-encoding')?.[1]
          .trim()
          .toLowerCase() ?? '';
      if (!['', 'identity', 'none'].includes(coding) || page.html_bytes < MIN_COMPRESSED_BYTES) return [];
      return [{ value: page.html_bytes, expected: 'Content-Encoding: br, zstd or gzip' }];
    },
  },
  {
    id: 'caching-missing',
    severity: 'notice',
    title: 'Missing cache headers',
    impact: 'Browsers and crawlers download the whole page again although it has not changed.',
    howToFix: 'Send ETag or Last-Modified, and a Cache-Control header that suits the page, for example no-cache.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching',
    since: '0.3.0',
    check: ({ served: { headers } }) =>
      headers.some(([name]) => CACHING.includes(name)) ? [] : [{ expected: 'Cache-Control, ETag or Last-Modified' }],
  },
];

const statedOf = ({ served, analysis: { facts } }: CheckSubject) => statedDirectives(facts.robotsMetas, served.headers);

function contradiction(stated: StatedDirective[], allowing: string[], forbidding: string[]): CheckFinding[] {
  const allowed = stated.find(({ directive }) => allowing.includes(directive));
  const forbidden = stated.find(({ directive }) => forbidding.includes(directive));
  if (!allowed || !forbidden) return [];
  return [
    {
      element: `${markupOf(allowed)} ${markupOf(forbidden)}`,
      value: `${allowed.directive} and ${forbidden.directive}`,
      expected: 'one of them',
    },
  ];
}

function markupOf({ source, crawler, directive }: StatedDirective): string {
  if (source === 'meta') return `<meta name="${crawler}" content="${directive}">`;
  return `X-Robots-Tag: ${crawler === 'robots' ? '' : `${crawler}: `}${directive}`;
}
