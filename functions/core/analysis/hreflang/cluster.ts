import type { HreflangCluster, Page } from '../../record/record.ts';
import { pageAddress } from './address.ts';
import { sameLanguage } from './same-language.ts';

/** An alternate of a page. */
export interface Alternate {
  /** In the form of {@link pageAddress}. */
  url: string;
  /** Values of `hreflang` of all links to it, as written; `x-default` last. */
  hreflangs: string[];
}

/** What a page's own hreflang links say. */
export interface DeclaredCluster {
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
  const names = [final_url, canonical ?? ''].flatMap((url) => pageAddress(url, final_url) ?? []);
  const byUrl = new Map<string, string[]>();
  for (const { hreflang: code, href } of links) {
    const url = pageAddress(href, final_url);
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
