import type { CheckFinding } from '../../record/crawled-page.ts';
import { forbidsIndexing, type StatedDirective, statedDirectives } from '../robots/page-directives.ts';
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
    title: 'Robots directives contradict each other',
    howToFix:
      'Keep one of the contradicting directives. Search engines follow the more restrictive one, so that a page may be missing from results although another directive allows it.',
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
    title: 'Page has noindex in the X-Robots-Tag header',
    howToFix:
      'Remove noindex from the X-Robots-Tag header in the configuration of the server if the page should be found. Search engines drop the page from results, and its markup does not show why.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check(subject) {
      const forbidding = statedOf(subject).filter(({ directive }) => forbidsIndexing(directive, subject.now));
      if (forbidding.some(({ source }) => source === 'meta')) return [];
      return forbidding.map((stated) => ({ element: markupOf(stated), value: stated.directive }));
    },
  },
  {
    id: 'nofollow-page',
    severity: 'warning',
    title: 'Nofollow applies to the whole page',
    howToFix:
      'Remove nofollow from the robots directives, and add rel="nofollow" to single links if necessary. No link of the page passes on any rank now, not even to pages of the site.',
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
    title: 'HTML is sent without compression',
    howToFix:
      'Enable Brotli or gzip for text in the server or CDN. Compressed HTML is a quarter of the size, so that pages load faster and crawlers read more of them in the same time.',
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
    title: 'Response has no caching headers',
    howToFix:
      'Send an ETag or Last-Modified, and a Cache-Control that suits the page, such as no-cache. Without them, browsers and crawlers download the whole page again although it has not changed.',
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
