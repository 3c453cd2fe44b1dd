import type { DocumentLink } from '../page/document-links.ts';
import type { PageAudit, Verdict } from './audit.ts';

/**
 * The document has a valid rel=canonical.
 *
 * Passes with one absolute canonical URL, from the head or a Link header. Fails where a URL is not valid or not absolute,
 * where there are several, where it is that of another hreflang version, or the home page instead of this page. Does not
 * apply without one.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/canonical/
 */
export const canonical: PageAudit = {
  id: 'canonical',
  title: 'The document has a valid rel=canonical',
  failureTitle: 'The canonical address of the page is not valid',
  weight: 1,
  check({ url, links }) {
    const canonicals = links.filter(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
    const invalid = canonicals.findLast((link) => !link.href || !URL.canParse(link.hrefRaw, 'https://example.com'));
    if (invalid) return fail(`The canonical address is not a valid URL: ${invalid.hrefRaw}`);
    const relative = canonicals.findLast(({ hrefRaw }) => !URL.canParse(hrefRaw));
    if (relative) return fail(`The canonical address is not absolute: ${relative.hrefRaw}`);
    const addresses = [...new Set(canonicals.map(({ href }) => href ?? ''))];
    const [address] = addresses;
    if (address === undefined) return { status: 'not_applicable' };
    if (addresses.length > 1)
      return fail(`There are several canonical addresses: ${addresses.slice(0, 10).join(', ')}`);
    return findMistake(new URL(address), new URL(url), links) ?? { status: 'pass' };
  },
};

/** Mistakes that are common although the address is valid. */
function findMistake(address: URL, page: URL, links: readonly DocumentLink[]): Verdict | null {
  const isAlternate = (href: string): boolean =>
    links.some((link) => link.rel === 'alternate' && link.hreflang !== '' && link.href === href);
  if (address.href !== page.href && isAlternate(page.href) && isAlternate(address.href)) {
    return fail(`The canonical address is that of another hreflang version: ${address.href}`);
  }
  if (address.origin === page.origin && address.pathname === '/' && page.pathname !== '/') {
    return fail('The canonical address is the home page instead of this page.');
  }
  return null;
}

function fail(explanation: string): Verdict {
  return { status: 'fail', explanation: explanation.slice(0, 2000) };
}
