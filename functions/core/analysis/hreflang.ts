import type { HreflangCluster, Page } from '../record/record.ts';

/** An alternate of a page. */
export interface Alternate {
  /** In the form of {@link comparableAddress}. */
  url: string;
  /** Values of `hreflang` of all links to it, as written; `x-default` last. */
  hreflangs: string[];
}

/** What a page's own hreflang links say. */
interface DeclaredCluster {
  hasLinks: boolean;
  hasDefault: boolean;
  /** Addresses under which another page can name this one: its own, and its canonical one. */
  names: string[];
  /** The page among its own alternates. */
  itself: Alternate[];
  /** The other alternates, in the order of the page. */
  others: Alternate[];
}

/** What an alternate answered. */
export interface AlternateAnswer {
  alternate: Alternate;
  /** `null`: there was no answer. */
  status: number | null;
  /** What the page says; `null` where the answer is not the alternate's page, or was not read. */
  page: AlternatePage | null;
  /** The server wants fewer requests, or a firewall answered in its place: nothing is said of the page. */
  isRefused?: boolean;
}

export interface AlternatePage {
  /** `lang` of the root. */
  lang: string | null;
  /** Whether it names the home page among its own alternates; `null` where too little of it was read. */
  returns: boolean | null;
}

/**
 * Reads the hreflang links of a page. One that answers with an error has none: it does not describe the site.
 *
 * An alternate is the page itself also where `x-default` alone names it, as in Google's own example of a home page at which
 * visitors choose a country.
 *
 * @see https://developers.google.com/search/blog/2013/04/x-default-hreflang-for-international-pages
 */
export function declaredCluster({ final_url, canonical, http_status, hreflang }: Page): DeclaredCluster {
  const links = http_status >= 200 && http_status <= 299 ? hreflang : [];
  const names = [final_url, canonical ?? ''].flatMap((url) => comparableAddress(url, final_url) ?? []);
  const byUrl = new Map<string, string[]>();
  for (const { hreflang: code, href } of links) {
    const url = comparableAddress(href, final_url);
    if (url !== null) byUrl.set(url, [...(byUrl.get(url) ?? []), code]);
  }
  const alternates = [...byUrl].map(([url, codes]) => ({ url, hreflangs: codes.sort(defaultLast) }));
  return {
    hasLinks: links.length > 0,
    hasDefault: links.some(({ hreflang: code }) => isDefault(code)),
    names,
    itself: alternates.filter(({ url }) => names.includes(url)),
    others: alternates.filter(({ url }) => !names.includes(url)),
  };
}

/**
 * Judges a cluster by what its alternates answered, by Google's rules for localized versions.
 *
 * @param lang `lang` of the home page
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function judgeCluster(
  { hasLinks, hasDefault, itself }: DeclaredCluster,
  lang: string | null,
  answers: AlternateAnswer[],
): HreflangCluster {
  const ownCodes = itself.flatMap(({ hreflangs }) => hreflangs);
  const cluster = {
    self_reference: itself.length > 0,
    x_default: hasDefault,
    lang_matches: matchOf(lang, ownCodes),
    checked: answers.length,
    alternates: answers.map(describe),
  };
  const isFaulty = !cluster.self_reference || cluster.lang_matches === false || answers.some(hasFault);
  if (!hasLinks) return { ...cluster, valid: null };
  if (isFaulty) return { ...cluster, valid: false };
  return { ...cluster, valid: answers.every(isKnown) ? true : null };
}

function describe({ alternate, status, page }: AlternateAnswer): HreflangCluster['alternates'][number] {
  const { url, hreflangs } = alternate;
  const lang = page?.lang ?? null;
  return {
    hreflang: hreflangs.find((code) => sameLanguage(lang, code)) ?? hreflangs[0]!,
    url,
    http_status: status,
    returns: page?.returns ?? null,
    lang,
    lang_matches: matchOf(lang, hreflangs),
  };
}

function hasFault(answer: AlternateAnswer): boolean {
  const { alternate, status, page, isRefused = false } = answer;
  if (isRefused || mayRedirect(answer)) return false;
  if (status !== null && (status < 200 || status > 299)) return true;
  return page?.returns === false || matchOf(page?.lang ?? null, alternate.hreflangs) === false;
}

function isKnown(answer: AlternateAnswer): boolean {
  return mayRedirect(answer) || (answer.page?.returns ?? null) !== null;
}

/** The page for all other languages may lead each visitor to another one; that of a language must not. */
function mayRedirect({ alternate, status }: AlternateAnswer): boolean {
  return status !== null && status >= 300 && status <= 399 && alternate.hreflangs.every(isDefault);
}

/** Whether a page has one of the languages; null where it, or all of them, name none. */
function matchOf(lang: string | null, hreflangs: string[]): boolean | null {
  const matches = hreflangs.map((code) => sameLanguage(lang, code)).filter((match) => match !== null);
  return matches.length === 0 ? null : matches.includes(true);
}

function isDefault(hreflang: string): boolean {
  return hreflang.trim().toLowerCase() === 'x-default';
}

function defaultLast(one: string, other: string): number {
  return Number(isDefault(one)) - Number(isDefault(other));
}

/** The members of a macrolanguage that pages name by either tag (ISO 639-3): Norwegian. */
const MACROLANGUAGES: Record<string, string> = { nb: 'no', nn: 'no' };

interface Language {
  /** Primary language subtag, in its canonical form: `he` for `iw`. */
  primary: string;
  /** As written, or as the region of Chinese implies it; null otherwise. */
  script: string | null;
}

/**
 * Whether two language tags name the same language, and the same script where both tell one. Regions need not agree: a
 * page in `en` may be meant for `en-GB`.
 *
 * @param lang such as the `lang` of a page; `_` counts as `-`
 * @param hreflang such as `zh-TW`; `x-default` is no language
 * @returns null where one of them names none
 */
export function sameLanguage(lang: string | null, hreflang: string): boolean | null {
  const [one, other] = [languageOf(lang ?? ''), languageOf(hreflang)];
  if (!one || !other) return null;
  const [a, b] = [one.primary, other.primary];
  const isSame = a === b || MACROLANGUAGES[a] === b || MACROLANGUAGES[b] === a;
  return isSame && (one.script === null || other.script === null || one.script === other.script);
}

function languageOf(tag: string): Language | null {
  const written = tag.trim().replaceAll('_', '-');
  const primary = /^[a-z]{2,3}(?![^-])/i.exec(written)?.[0];
  if (primary === undefined || primary.toLowerCase() === 'und') return null;
  // What follows the language may be invalid, as in `en-`: the language is named nevertheless.
  const locale = localeOf(written) ?? localeOf(primary);
  if (!locale) return null;
  // Of other languages, two scripts may be in use in one region, as of Serbian.
  const implied = locale.language === 'zh' && locale.region !== undefined ? locale.maximize().script : undefined;
  return { primary: locale.language, script: locale.script ?? implied ?? null };
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** The record keeps so many characters of an address: a longer one may be cut off. */
const KEPT_CHARACTERS = 2000;

/**
 * An address of a page in the form in which two are compared: as the WHATWG URL standard writes it, without fragment, and
 * without a dot behind the host.
 *
 * @param written address as written
 * @param base what a relative address is relative to
 * @returns null where it is no http or https address of a page, has a name and password, or may be cut off
 */
export function comparableAddress(written: string, base?: string): string | null {
  if (written.length >= KEPT_CHARACTERS || written.trim() === '') return null;
  const url = URL.parse(written, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.pathname === '/robots.txt') return null;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
}
