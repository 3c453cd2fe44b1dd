import { LONGEST_TEXT } from '../../platform/names/page-address.ts';
import { markup } from '../page/anchor.ts';
import type { CheckFinding } from '../../record/crawled-page.ts';
import type { PageAnalysis } from '../analyse-page.ts';
import type { Check } from './check.ts';

/** Checks of the head: what must be there once. */
export const headChecks: readonly Check[] = [
  /** Titles of SVG images are no titles of the page. */
  {
    id: 'title-several',
    severity: 'warning',
    title: 'More than one title tag',
    howToFix:
      'Keep one <title> in the head and remove the others, which are often added by a plug-in. Otherwise search engines choose the title that they show, or write their own.',
    learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.headTitles, 'title'),
  },
  {
    id: 'description-several',
    severity: 'notice',
    title: 'More than one meta description',
    howToFix:
      'Keep one meta description and remove the others. Otherwise the snippet in search results may show the wrong one.',
    learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.descriptions, 'meta name="description"'),
  },
  /** The same address several times is harmless; Google ignores all of them if they differ. */
  {
    id: 'canonical-several',
    severity: 'error',
    title: 'Several different canonical URLs',
    howToFix:
      'Keep one canonical URL, in the head or in the Link header. Search engines ignore all of them if they contradict each other, and choose a page themselves.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    since: '0.3.0',
    check: ({ analysis: { documentLinks } }) => {
      const canonicals = documentLinks.filter(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
      const byAddress = new Map(canonicals.map((link) => [link.href ?? link.hrefRaw, link]));
      if (byAddress.size < 2) return [];
      return Array.from(byAddress, ([address, { hrefRaw, source }]) => ({
        ...(/^https?:/.test(address) && { target: address }),
        element: source === 'head' ? `<link rel="canonical" href="${hrefRaw}">` : `Link: <${hrefRaw}>; rel="canonical"`,
        value: hrefRaw,
      }));
    },
  },
  /** A redirect, or a reload of the page. In `<noscript>` it is for browsers without scripts alone. */
  {
    id: 'meta-refresh',
    severity: 'warning',
    title: 'Page uses a meta refresh',
    howToFix:
      'Redirect with status 301 instead, or let a script update the part of the page that changes. A meta refresh shows the page first, breaks the Back button, and search engines pass signals on less reliably than with a redirect.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    since: '0.3.0',
    elements: ['meta'],
    checkElement(element, _, base) {
      const content = element.attributes.get('content') ?? '';
      const isRefresh = element.attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh';
      if (!isRefresh || !/^\s*[\d.]/.test(content)) return null;
      const target = refreshTarget(content, base);
      return { ...(target && { target: target.href }), element: markup(element), value: content };
    },
  },
  /** The rule of Lighthouse's audit viewport: neither a width nor an initial scale. */
  {
    id: 'viewport-missing',
    severity: 'warning',
    title: 'Missing viewport meta tag',
    howToFix:
      'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head. Without it, phones render the page at desktop width, so that visitors have to zoom to read it.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/pwa/viewport/',
    since: '0.3.0',
    check: ({ analysis }) =>
      hasFailed(analysis, 'viewport')
        ? [{ value: analysis.page.viewport, expected: 'width=device-width, initial-scale=1' }]
        : [],
  },
  /** The rule of Lighthouse's audit charset: no byte order mark, Content-Type or meta in the first 1,024 bytes. */
  {
    id: 'charset-missing',
    severity: 'warning',
    title: 'Missing character encoding declaration',
    howToFix:
      'Add <meta charset="utf-8"> at the beginning of the head, within the first 1,024 bytes, or charset=utf-8 to the Content-Type header. Browsers and crawlers guess the encoding otherwise, and may show wrong characters.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/best-practices/charset/',
    since: '0.3.0',
    check: ({ analysis }) =>
      hasFailed(analysis, 'charset-declared')
        ? [{ value: analysis.page.content_type, expected: '<meta charset="utf-8">' }]
        : [],
  },
  /** Only a missing doctype: which of the old ones trigger quirks mode matters to few pages. */
  {
    id: 'doctype-missing',
    severity: 'warning',
    title: 'Page has no doctype',
    howToFix:
      'Begin the page with <!doctype html>. Without it, browsers use quirks mode, which lays the page out by rules of the 1990s.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype/',
    since: '0.3.0',
    check: ({ analysis }) => (analysis.facts.hasDoctype ? [] : [{ expected: '<!doctype html>' }]),
  },
];

/**
 * @returns the address that the content of a meta refresh leads to (HTML standard, shared declarative refresh steps);
 *   `null`: the page itself
 */
function refreshTarget(content: string, base: string): URL | null {
  const written = content
    .slice(0, LONGEST_TEXT)
    .replace(/^\s*[\d.]+/, '')
    .replace(/^[\s;,]+/, '')
    .replace(/^url\s*=/i, '')
    .trim();
  const quoted = /^(["'])([^"']*)/.exec(written)?.[2];
  const address = quoted ?? written;
  return address === '' ? null : URL.parse(address, base);
}

/** @returns the texts of an element that must be there once, if it is there several times */
function repeated(texts: readonly string[], tag: string): CheckFinding[] {
  return texts.length < 2 ? [] : texts.map((value) => ({ element: `<${tag}>`, value }));
}

/** @returns whether one of the extra checks of the page does not pass; a page that cannot be zoomed has a viewport */
function hasFailed({ audit, page }: PageAnalysis, id: 'viewport' | 'charset-declared'): boolean {
  const check = audit.extra_checks.find((each) => each.id === id);
  return id === 'viewport' ? check?.status === 'fail' : check?.value === false && page.html_bytes > 0;
}
