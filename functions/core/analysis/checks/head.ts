import { LONGEST_TEXT } from '../../platform/names/page-address.ts';
import { markup } from '../page/anchor.ts';
import type { CheckFinding } from '../../record/crawled-page.ts';
import type { PageAnalysis } from '../analyse-page.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { Check } from './check.ts';

const ABOUT_CANONICALS = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls';

/** Checks of the head: what must be there once. */
export const headChecks: readonly Check[] = [
  /** Titles of SVG images are no titles of the page. */
  {
    id: 'title-several',
    severity: 'warning',
    title: 'Multiple title tags',
    impact: 'Search engines choose which title to show, or generate another one.',
    howToFix: 'Keep one <title> in the <head>, and remove the others, which plugins often add.',
    learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.headTitles, 'title'),
  },
  {
    id: 'description-several',
    severity: 'notice',
    title: 'Multiple meta descriptions',
    impact: 'Search engines may show the wrong snippet in search results.',
    howToFix: 'Keep one meta description, and remove the others.',
    learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.descriptions, 'meta name="description"'),
  },
  /** The same address several times is harmless; Google ignores all of them if they differ. */
  {
    id: 'canonical-several',
    severity: 'error',
    title: 'Multiple conflicting canonical URLs',
    impact: 'Search engines ignore all of them and choose the URL for the index themselves.',
    howToFix: 'Keep one canonical URL, either in the <head> or in the Link header.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    check: ({ analysis: { documentLinks } }) => {
      const canonicals = documentLinks.filter(isCanonical);
      const byAddress = new Map(canonicals.map((link) => [link.href ?? link.hrefRaw, link]));
      if (byAddress.size < 2) return [];
      return Array.from(byAddress, ([address, { hrefRaw, source }]) => ({
        ...(/^https?:/.test(address) && { target: address }),
        element: source === 'head' ? `<link rel="canonical" href="${hrefRaw}">` : `Link: <${hrefRaw}>; rel="canonical"`,
        value: hrefRaw,
      }));
    },
  },
  /** Screaming Frog's filter "Missing" of canonicals: neither an element of the head nor a Link header. */
  {
    id: 'canonical-missing',
    severity: 'notice',
    title: 'Missing canonical URL',
    impact: 'If several URLs lead to the page, search engines choose the one for the index themselves.',
    howToFix: 'Add a self-referencing canonical URL to the <head>.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ page: { url }, analysis: { documentLinks } }) =>
      documentLinks.some(isCanonical) ? [] : [{ expected: `<link rel="canonical" href="${url}">` }],
  },
  /** A redirect, or a reload of the page. In `<noscript>` it is for browsers without scripts alone. */
  {
    id: 'meta-refresh',
    severity: 'warning',
    title: 'Page uses meta refresh',
    impact:
      'The page is shown before the redirect, the Back button may not work, and search engines process it less reliably than a 301.',
    howToFix:
      'Replace a redirect with a 301 on the server. Update changing content with JavaScript instead of reloading the page.',
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
    impact: 'Phones render the page at desktop width, so that visitors have to zoom to read it.',
    howToFix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the <head>.',
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
    impact: 'Browsers and crawlers guess the encoding, and may display or index wrong characters.',
    howToFix:
      'Add <meta charset="utf-8"> within the first 1,024 bytes of the document, or charset=utf-8 to the Content-Type header.',
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
    title: 'Missing HTML doctype',
    impact: 'Browsers render the page in quirks mode, in which its layout can differ from the standard.',
    howToFix: 'Add <!doctype html> as the first line of the document.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype/',
    since: '0.3.0',
    check: ({ analysis }) => (analysis.facts.hasDoctype ? [] : [{ expected: '<!doctype html>' }]),
  },
];

const isCanonical = ({ rel, hrefRaw }: DocumentLink) => rel === 'canonical' && hrefRaw !== '';

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
