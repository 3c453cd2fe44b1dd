import type { DocumentLink } from '../page/document-links.ts';
import type { PageAudit, Verdict } from './audit.ts';
import { failure } from './messages.ts';
import { type HtmlPage, isKept, type PageRule } from './rule.ts';

const ABOUT_CANONICALS = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls';

/**
 * The document has a valid rel=canonical.
 *
 * Passes with one absolute canonical URL, from the head or a Link header. Fails if a URL is not valid or not absolute,
 * if there are several, or if it is that of another hreflang version or of the home page instead of this page. Does not
 * apply without one.
 */
const canonical: PageAudit = {
  id: 'canonical',
  title: 'The document has a valid rel=canonical',
  failureTitle: 'The canonical address of the page is not valid',
  weight: 1,
  judge({ url, links }) {
    const canonicals = links.filter(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
    const invalid = canonicals.findLast((link) => !link.href || !URL.canParse(link.hrefRaw, 'https://example.com'));
    if (invalid) return failure('canonical_invalid', { url: invalid.hrefRaw });
    const relative = canonicals.findLast(({ hrefRaw }) => !URL.canParse(hrefRaw));
    if (relative) return failure('canonical_relative', { url: relative.hrefRaw });
    const addresses = [...new Set(canonicals.map(({ href }) => href ?? ''))];
    const [address] = addresses;
    if (address === undefined) return { status: 'not_applicable' };
    if (addresses.length > 1) return failure('canonical_several', { urls: addresses.slice(0, 10).join(', ') });
    return findMistake(new URL(address), new URL(url), links) ?? { status: 'pass' };
  },
};

/** Rules about the canonical address that a page names. */
export const canonicalRules: readonly PageRule[] = [
  {
    id: 'canonical-invalid',
    severity: 'error',
    title: 'Invalid canonical URL',
    impact: 'Search engines ignore the canonical URL and choose the URL for the index themselves, or omit the page.',
    howToFix:
      'Set one absolute canonical URL for the content of this page, not that of the home page or of another language.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    unless: ({ facts }) => isKept(facts, 'canonical-several'),
    audit: canonical,
  },
  /** The same address several times is harmless; Google ignores all of them if they differ. */
  {
    id: 'canonical-several',
    severity: 'warning',
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
  /** A page over https whose canonical address is one of http; the address may redirect. */
  {
    id: 'canonical-to-http',
    severity: 'warning',
    title: 'Canonical from HTTPS to HTTP',
    impact: 'Search engines may index the insecure URL and show it in search results.',
    howToFix: 'Change the canonical URL to its HTTPS version.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    find(page) {
      if (!isCanonicalOverHttp(page)) return [];
      const { canonical: target } = page.facts;
      return [{ target: target!, expected: target!.replace(/^http:/, 'https:') }];
    },
  },
  /** Google treats each page of a series as a page of its own; `rel=prev` and `rel=next` are not required. */
  {
    id: 'canonical-to-first-page',
    severity: 'warning',
    title: 'Paginated page canonicalised to the first page',
    impact: 'Search engines may not index the items and links that only the later pages contain.',
    howToFix: 'Set a self-referencing canonical URL on each page of the series.',
    learnMore: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    since: '0.3.0',
    find: ({ url, facts }) =>
      isFirstOfSeries(facts.canonical, url) ? [{ target: facts.canonical!, expected: url }] : [],
  },
];

const isCanonical = ({ rel, hrefRaw }: DocumentLink) => rel === 'canonical' && hrefRaw !== '';

/** Finds common mistakes in a valid address. */
function findMistake(address: URL, page: URL, links: readonly DocumentLink[]): Verdict | null {
  const isAlternate = (href: string): boolean =>
    links.some((link) => link.rel === 'alternate' && link.hreflang !== '' && link.href === href);
  if (address.href !== page.href && isAlternate(page.href) && isAlternate(address.href)) {
    return failure('canonical_other_version', { url: address.href });
  }
  if (address.origin === page.origin && address.pathname === '/' && page.pathname !== '/') {
    return failure('canonical_home_page');
  }
  return null;
}

function isCanonicalOverHttp({ url, facts }: HtmlPage): boolean {
  return url.startsWith('https:') && facts.canonical?.startsWith('http:') === true;
}

/** @returns whether the canonical address of a numbered page of a series is that of its first page */
function isFirstOfSeries(canonical: string | null, url: string): boolean {
  if (canonical === null || canonical === url) return false;
  const page = placeInSeries(url);
  const first = placeInSeries(canonical);
  return page.number > 1 && first.number === 1 && page.series === first.series;
}

/**
 * @returns the address without the number of its page in a query (`?page=2`) or path (`/page/2`), and that number, 1
 * without one
 */
function placeInSeries(url: string): { series: string; number: number } {
  const address = new URL(url);
  const name = ['page', 'paged'].find((one) => /^\d+$/.test(address.searchParams.get(one) ?? ''));
  const inPath = /\/page[/-](\d+)\/?$/i.exec(address.pathname);
  const number = Number((name && address.searchParams.get(name)) ?? inPath?.[1] ?? 1);
  if (name) address.searchParams.delete(name);
  else if (inPath) address.pathname = address.pathname.slice(0, inPath.index);
  return { series: address.href.replace(/\/$/, ''), number };
}
