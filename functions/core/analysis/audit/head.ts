import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import type { DocumentLink } from '../page/document-links.ts';
import type { PageAudit, Verdict } from './audit.ts';
import { type AuditMessage, failure, finding } from './messages.ts';

/**
 * The document has a title: axe-core's rule document-title.
 *
 * Passes with a `<title>` that has text. Fails if there is none, or it is empty.
 */
export const documentTitle: PageAudit = {
  id: 'document-title',
  title: 'The document has a title',
  failureTitle: 'The page has no title',
  weight: 1,
  severity: 'error',
  howToFix: 'Give the page a <title> that says what it is about.',
  learnMore: 'https://dequeuniversity.com/rules/axe/4.13/document-title',
  check({ title }) {
    if (title === null) return failure('no_title');
    return title.trim() === '' ? failure('empty_title') : { status: 'pass' };
  },
};

/**
 * The document has a meta description.
 *
 * Passes if the first one in the head has text. Fails if there is none, or it is empty.
 */
export const metaDescription: PageAudit = {
  id: 'meta-description',
  title: 'The document has a meta description',
  failureTitle: 'The page has no meta description',
  weight: 1,
  severity: 'warning',
  howToFix: 'Give the page a meta description that says what visitors find there.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/meta-description/',
  check({ metas }) {
    const description = metas.get('description');
    if (description === undefined) return failure('no_description');
    if (description.trim() === '') return failure('empty_description');
    return { status: 'pass' };
  },
};

/**
 * The document has valid hreflang links.
 *
 * Passes if each alternate link of head and Link headers has a known language code (or `x-default`) and an absolute
 * address, or if there are none. Fails otherwise.
 */
export const hreflang: PageAudit = {
  id: 'hreflang',
  title: 'The document has valid hreflang links',
  failureTitle: 'Some hreflang links are not valid',
  weight: 1,
  severity: 'error',
  howToFix: 'Use a known language code and an absolute address in each hreflang link.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/hreflang/',
  check({ links }) {
    const findings = links
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .flatMap((link) =>
        hreflangFaults(link).map((code) => finding(code, { element: describe(link), url: link.href })),
      );
    if (findings.length === 0) return { status: 'pass' };
    return failure('invalid_hreflang', {}, findings);
  },
};

function hreflangFaults({ hreflang, hrefRaw }: DocumentLink): AuditMessage[] {
  const tag = hreflang.toLowerCase();
  const known = tag === 'x-default' || isLanguage(tag.split('-', 1)[0] ?? '');
  const absolute = /^https?:/i.test(hrefRaw);
  return [...(known ? [] : ['unknown_language' as const]), ...(absolute ? [] : ['relative_url' as const])];
}

function describe({ source, hreflang, hrefRaw }: DocumentLink): string {
  const text =
    source === 'headers'
      ? `Link: <${hrefRaw}>; rel="alternate"; hreflang="${hreflang}"`
      : `<link rel="alternate" hreflang="${hreflang}" href="${hrefRaw}">`;
  return text.slice(0, 200);
}

/**
 * Returns whether a subtag is a language of the IANA registry: the same set as axe-core's `isValidLang`, which
 * Lighthouse uses; of the private-use range `qaa..qtz` it contains only the first code.
 *
 * @param subtag lower case
 * @see https://www.rfc-editor.org/rfc/rfc5646 section 3.1 (the registry)
 */
export function isLanguage(subtag: string): boolean {
  return subtag === 'qaa' || (/^[a-z]{2,3}$/.test(subtag) && Object.hasOwn(registry, subtag));
}

/**
 * The document has a valid rel=canonical.
 *
 * Passes with one absolute canonical URL, from the head or a Link header. Fails if a URL is not valid or not absolute,
 * if there are several, or if it is that of another hreflang version or of the home page instead of this page. Does not
 * apply without one.
 */
export const canonical: PageAudit = {
  id: 'canonical',
  title: 'The document has a valid rel=canonical',
  failureTitle: 'The canonical address of the page is not valid',
  weight: 1,
  severity: 'error',
  howToFix: 'Name one canonical page with an absolute address, and not the home page in place of this one.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/canonical/',
  check({ url, links }) {
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
