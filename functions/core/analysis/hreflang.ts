import { type HreflangCluster, LIST_CAP, type Page } from '../record/record.ts';

/** An alternate of a page. */
export interface Alternate {
  /** In the form of {@link comparableAddress}. */
  url: string;
  /** Values of `hreflang` of all links to it, as written; `x-default` last. */
  hreflangs: string[];
}

/** The hreflang links of a page. */
interface DeclaredCluster {
  hasLinks: boolean;
  hasDefault: boolean;
  /** Addresses by which another page can refer to this one: its own and its canonical one. */
  names: string[];
  /** The page in its own alternates. */
  itself: Alternate[];
  /** The other alternates, in the order of the page. */
  others: Alternate[];
}

/** The answer of an alternate. */
export interface AlternateAnswer {
  alternate: Alternate;
  /** `null`: there was no answer. */
  status: number | null;
  /** Facts of the page; `null` if the answer is not the alternate's page, or was not parsed. */
  page: AlternatePage | null;
  /** The server requires fewer requests, or a firewall answered instead: nothing is known about the page. */
  isRefused?: boolean;
}

export interface AlternatePage {
  /** `lang` of the root. */
  lang: string | null;
  /** Whether the home page is among its own alternates; `null` if too little of it was read. */
  returns: boolean | null;
}

/**
 * Reads the hreflang links of a page. A page with an error status has none: it does not describe the site.
 *
 * The page also counts as its own alternate if only `x-default` refers to it, as in Google's example of a home page on
 * which visitors choose a country.
 *
 * @see https://developers.google.com/search/blog/2013/04/x-default-hreflang-for-international-pages
 */
export function declaredCluster({ final_url, canonical, http_status, hreflang }: Page): DeclaredCluster {
  const links = http_status >= 200 && http_status <= 299 ? hreflang : [];
  const names = namesOf({ final_url, canonical });
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

function namesOf({ final_url, canonical }: Pick<Page, 'final_url' | 'canonical'>): string[] {
  return [final_url, canonical ?? ''].flatMap((url) => comparableAddress(url, final_url) ?? []);
}

/**
 * Returns at most 100 hreflang links of a page, in its order. If there are more, `x-default` and the links to the page
 * itself come first, since the result of {@link judgeCluster} depends on them.
 */
export function limitLinks(links: Page['hreflang'], page: Pick<Page, 'final_url' | 'canonical'>): Page['hreflang'] {
  if (links.length <= LIST_CAP) return links;
  const names = namesOf(page);
  const defaults = links.filter(({ hreflang }) => isDefault(hreflang)).slice(0, 1);
  const own = links.filter(({ href }) => names.includes(comparableAddress(href, page.final_url) ?? ''));
  return [...new Set([...defaults, ...own, ...links])].slice(0, LIST_CAP);
}

/**
 * Checks a cluster by the answers of its alternates, with Google's rules for localized versions.
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

/** Returns whether an alternate may redirect: the page for all other languages may lead each visitor elsewhere. */
function mayRedirect({ alternate, status }: AlternateAnswer): boolean {
  return status !== null && status >= 300 && status <= 399 && alternate.hreflangs.every(isDefault);
}

/** Returns whether a page has one of the languages; null if its language, or all of them, are unknown. */
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

/** The members of a macrolanguage that pages use with either tag (ISO 639-3): Norwegian. */
const MACROLANGUAGES: Record<string, string> = { nb: 'no', nn: 'no' };

interface Language {
  /** Primary language subtag, in its canonical form: `he` for `iw`. */
  primary: string;
  /** As written, or implied by the region of Chinese; null otherwise. */
  script: string | null;
}

/**
 * Returns whether two language tags have the same language, and the same script if both have one. Regions may differ: a
 * page in `en` may be meant for `en-GB`.
 *
 * @param lang such as the `lang` of a page; `_` counts as `-`
 * @param hreflang such as `zh-TW`; `x-default` is not a language
 * @returns null if one of them has no language
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
  // What follows the language may be invalid, as in `en-`: the language is valid nevertheless.
  const locale = localeOf(written) ?? localeOf(primary);
  if (!locale) return null;
  // In other languages, one region may use two scripts, as in Serbian.
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

/** Maximum length of an address in the record: a longer one may be cut off. */
const KEPT_CHARACTERS = 2000;

/**
 * Returns the comparable form of a page's address: as the WHATWG URL standard serializes it, without fragment, and
 * without a dot after the host.
 *
 * @param written address as written
 * @param base base of a relative address
 * @returns null if it is not an http or https address of a page, has a user name or password, or may be cut off
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
