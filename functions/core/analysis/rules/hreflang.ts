import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import regions from 'language-subtag-registry/data/json/region.json' with { type: 'json' };
import type { Finding } from '../../record/crawled-page.ts';
import type { DocumentLink } from '../page/document-links.ts';
import type { PageAudit } from './audit.ts';
import { auditItem, type AuditMessage, failure } from './messages.ts';
import type { PageRule } from './rule.ts';

const ABOUT_HREFLANG = 'https://developers.google.com/search/docs/specialty/international/localized-versions';

const DEFAULT = 'x-default';

/**
 * The document has valid hreflang links.
 *
 * Passes if each alternate link of head and Link headers has a known language code (or `x-default`) and an absolute
 * address, or if there are none. Fails otherwise.
 */
const hreflang: PageAudit = {
  id: 'hreflang',
  title: 'The document has valid hreflang links',
  failureTitle: 'Some hreflang links are not valid',
  weight: 1,
  judge({ links }) {
    const findings = links
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .flatMap((link) =>
        hreflangFaults(link).map((code) => auditItem(code, { element: describe(link), url: link.href })),
      );
    if (findings.length === 0) return { status: 'pass' };
    return failure('invalid_hreflang', {}, findings);
  },
};

/** Rules about the hreflang annotations of a page. */
export const hreflangRules: readonly PageRule[] = [
  /** Also of a region that does not exist, which Lighthouse's audit does not check. */
  {
    id: 'hreflang-invalid',
    severity: 'warning',
    title: 'Invalid hreflang annotations',
    impact: 'Search engines ignore invalid annotations, so that users may find the wrong language version.',
    howToFix: 'Use a valid language code, optionally with a region, and an absolute URL in each annotation.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    audit: hreflang,
    check: ({ analysis: { documentLinks } }) => documentLinks.flatMap((link) => unknownRegion(link) ?? []),
  },
  /** Neither the page nor its canonical address is among the alternates. */
  {
    id: 'hreflang-no-self',
    severity: 'warning',
    title: 'Missing self-referencing hreflang',
    impact: 'Search engines may ignore all hreflang annotations of the page.',
    howToFix: 'Add an hreflang link with the language and the URL of the page itself.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    find({ url, facts: { hreflang, canonical } }) {
      const isNamed = hreflang.some((to) => to.url === url || to.url === canonical);
      return hreflang.length > 0 && !isNamed ? [{ value: hreflang.length, expected: url }] : [];
    },
  },
  /** Recommended by Google, not required. */
  {
    id: 'hreflang-no-default',
    severity: 'notice',
    title: 'Missing x-default hreflang',
    impact: 'Users whose language no version covers may find an arbitrary version in search results.',
    howToFix:
      'Add an hreflang="x-default" link to the version for all other users, for example the page for choosing a language.',
    learnMore: 'https://developers.google.com/search/blog/2013/04/x-default-hreflang-for-international-pages',
    since: '0.3.0',
    find({ facts: { hreflang } }) {
      const codes = new Set(hreflang.map((alternate) => alternate.hreflang.toLowerCase()));
      if (codes.size < 2 || codes.has(DEFAULT)) return [];
      return [{ value: hreflang.map((alternate) => alternate.hreflang).join(', '), expected: DEFAULT }];
    },
  },
];

/**
 * Regions of the registry that are no country of ISO 3166-1: reserved, for private use, or of a country that no longer
 * exists. Google reads alpha-2 codes of countries alone.
 */
const NO_COUNTRIES = new Set(
  'aa ac an bu cp cs dd dg ea eu ez fx ic nt su ta tp un yd yu zr zz qm qn qo qp qq qr qs qt qu qv qw qx qy qz'.split(
    ' ',
  ),
);
/** Kosovo has no code of its own; this one is in common use. */
const KOSOVO = 'xk';

/** Codes that are used for a country by mistake, and its code (ISO 3166-1 reserves UK). */
const MISTAKEN_REGIONS: Record<string, string> = { uk: 'GB' };

const isCountry = (code: string) =>
  code === KOSOVO || (Object.hasOwn(regions, code) && !code.startsWith('x') && !NO_COUNTRIES.has(code));

/** @returns what is wrong with the region of an alternate (two letters after the language and an optional script) */
function unknownRegion(link: DocumentLink): Finding | null {
  const { rel, hreflang: code, href } = link;
  const [, start = '', region] = /^([a-z]{2,3}(?:-[a-z]{4})?-)([a-z]{2})$/i.exec(code) ?? [];
  if (rel !== 'alternate' || region === undefined || isCountry(region.toLowerCase())) return null;
  const meant = MISTAKEN_REGIONS[region.toLowerCase()];
  return {
    ...(href !== null && { target: href }),
    element: describe(link),
    value: code,
    ...(meant !== undefined && { expected: `${start}${meant}` }),
  };
}

function hreflangFaults({ hreflang, hrefRaw }: DocumentLink): AuditMessage[] {
  const tag = hreflang.toLowerCase();
  const known = tag === DEFAULT || isLanguage(tag.split('-', 1)[0] ?? '');
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
