import type { DocumentLink } from '../page/document-links.ts';
import { finding, type PageAudit } from './audit.ts';
import { isLanguage } from './languages.ts';

/**
 * The document has valid hreflang links.
 *
 * Passes where each alternate link of head and Link headers has a known language code (or `x-default`) and an absolute
 * address, and where there are none. Fails for any other.
 *
 * @see https://developer.chrome.com/docs/lighthouse/seo/hreflang/
 */
export const hreflang: PageAudit = {
  id: 'hreflang',
  title: 'The document has valid hreflang links',
  failureTitle: 'Some hreflang links are not valid',
  weight: 1,
  check({ links }) {
    const findings = links
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .flatMap((link) => reasons(link).map((reason) => finding(reason, { element: describe(link), url: link.href })));
    if (findings.length === 0) return { status: 'pass' };
    return { status: 'fail', explanation: 'Some hreflang links are not valid.', findings };
  },
};

function reasons({ hreflang, hrefRaw }: DocumentLink): string[] {
  const tag = hreflang.toLowerCase();
  const known = tag === 'x-default' || isLanguage(tag.split('-', 1)[0] ?? '');
  const absolute = /^https?:/i.test(hrefRaw);
  return [...(known ? [] : ['Unknown language code']), ...(absolute ? [] : ['Relative address'])];
}

function describe({ source, hreflang, hrefRaw }: DocumentLink): string {
  const text =
    source === 'headers'
      ? `Link: <${hrefRaw}>; rel="alternate"; hreflang="${hreflang}"`
      : `<link rel="alternate" hreflang="${hreflang}" href="${hrefRaw}">`;
  return text.slice(0, 200);
}
