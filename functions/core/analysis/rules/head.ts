import { LONGEST_TEXT } from '../../platform/names/page-address.ts';
import { markup } from '../page/anchor.ts';
import type { PageRule } from './rule.ts';

/** Rules about the head of a page. */
export const headRules: readonly PageRule[] = [
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
    check({ analysis: { facts } }) {
      if (/(?:^|[,;\s])(?:width|initial-scale)\s*=/i.test(facts.viewport ?? '')) return [];
      return [{ value: facts.viewport, expected: 'width=device-width, initial-scale=1' }];
    },
  },
  /** axe-core's rule meta-viewport. */
  {
    id: 'viewport-not-scalable',
    severity: 'notice',
    title: 'Viewport prevents zooming',
    impact: 'Visitors with low vision cannot enlarge the text in browsers that obey the setting.',
    howToFix: 'Remove user-scalable=no and maximum-scale below 2 from the viewport meta tag.',
    learnMore: 'https://dequeuniversity.com/rules/axe/4.13/meta-viewport',
    since: '0.4.0',
    check: ({ analysis: { facts } }) => (isNotScalable(facts.viewport ?? '') ? [{ value: facts.viewport }] : []),
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
    check: ({ analysis: { charset, page } }) =>
      charset.declared || page.html_bytes === 0
        ? []
        : [{ value: page.content_type, expected: '<meta charset="utf-8">' }],
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
    check: ({ analysis: { facts } }) => (facts.hasDoctype ? [] : [{ expected: '<!doctype html>' }]),
  },
  /** The root element has no `lang`, or an empty one: screen readers need it. */
  {
    id: 'lang-missing',
    severity: 'warning',
    title: 'HTML lang attribute missing',
    impact: 'Screen readers may use the wrong pronunciation, and browsers have to guess the language for translation.',
    howToFix: 'Add the language of the page to the <html> element, for example lang="en".',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/lang',
    find: ({ facts: { lang } }) => ((lang ?? '').trim() === '' ? [{}] : []),
  },
];

function isNotScalable(viewport: string): boolean {
  const pairs = viewport.slice(0, LONGEST_TEXT).matchAll(/(?<![\w-])([\w-]+)\s*=\s*([^,;\s]+)/g);
  const values = new Map(Array.from(pairs, ([, name = '', value = '']) => [name.toLowerCase(), value.toLowerCase()]));
  const most = Number.parseFloat(values.get('maximum-scale') ?? '');
  return ['no', '0'].includes(values.get('user-scalable') ?? '') || (most >= 0 && most < 2);
}

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
