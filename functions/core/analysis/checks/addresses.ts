import { addressParts } from '../../platform/names/address-parts.ts';
import { sessionIdOf } from '../../platform/names/session-id.ts';
import { characters } from '../../platform/text/text.ts';
import type { Check, PageCheck } from './check.ts';

/** Hyphens between words, no session ids, readable words. */
const ABOUT_URLS = 'https://developers.google.com/search/docs/crawling-indexing/url-structure';

/** Screaming Frog's filter "Over 115 characters" (https://www.screamingfrog.co.uk/guides/uri/). */
const MAX_LENGTH = 115;

/**
 * Checks of addresses, by the filters of Screaming Frog (https://www.screamingfrog.co.uk/guides/uri/). Queries have values
 * that visitors or programs choose, so that the rules of words apply to paths alone.
 */
export const addressChecks: readonly Check[] = [
  /** Characters that are percent-encoded count once, as browsers show them. */
  ofAddress({
    id: 'url-long',
    title: 'URL is longer than 115 characters',
    howToFix:
      'Shorten the path to the words that matter, and redirect the old URL. Long URLs are cut off in search results and when they are shared.',
    check({ page: { url } }) {
      const length = characters(readable(url));
      return length > MAX_LENGTH ? [{ value: length, expected: MAX_LENGTH }] : [];
    },
  }),
  ofPath({
    id: 'url-upper-case',
    title: 'URL contains uppercase letters',
    howToFix:
      'Use lowercase letters in URLs, and redirect the old URL. Servers distinguish upper and lower case, so that a link in the other case fails or leads to a duplicate.',
    correct: (path) => (/[A-Z]/.test(path.replaceAll(CODE, '')) ? path.toLowerCase() : path),
  }),
  ofPath({
    id: 'url-underscore',
    title: 'URL contains underscores between words',
    howToFix:
      'Use hyphens in place of underscores, and redirect the old URL. Search engines recognize words between hyphens, and words joined by underscores as one.',
    correct: (path) => path.replaceAll('_', '-'),
  }),
  ofPath({
    id: 'url-space',
    title: 'URL contains spaces in its path',
    howToFix:
      'Use hyphens in place of spaces, and redirect the old URL. A space becomes %20, and a link that contains the space itself breaks when it is shared.',
    correct: (path) => path.replaceAll('%20', '-'),
  }),
  ofAddress({
    id: 'url-non-ascii',
    title: 'URL contains non-ASCII characters',
    howToFix:
      'Use ASCII letters if the URL is often shared or printed. Other characters are valid, but become long sequences such as %E9%A1%B5 when they are copied, and links with another encoding fail.',
    check({ page: { url } }) {
      const path = pathOf(url);
      return /%[89A-F]/.test(path) ? [{ value: readable(path) }] : [];
    },
  }),
  /** Slashes behind a colon belong to an address inside the path. */
  ofPath({
    id: 'url-double-slash',
    severity: 'warning',
    title: 'URL contains several slashes in a row',
    howToFix:
      'Correct the template that joins the parts of the URL, and redirect the URL to the one with single slashes. Most servers return the same page for both, which is duplicate content.',
    correct: (path) => path.replaceAll(/(?<!:)\/{2,}/g, '/'),
  }),
  ofAddress({
    id: 'url-session-parameter',
    severity: 'warning',
    title: 'URL contains a session ID',
    howToFix:
      'Store the session in a cookie, and redirect the URL to the one without the session ID. Search engines get another URL for the same page with each visit, and crawl duplicates instead of new pages.',
    check({ page: { url } }) {
      const id = sessionIdOf(addressParts(url));
      return id === null ? [] : [{ value: id, expected: 'no session ID' }];
    },
  }),
];

type Definition = Pick<PageCheck, 'id' | 'title' | 'howToFix'> & Partial<Pick<PageCheck, 'severity'>>;

function ofAddress(definition: Definition & Pick<PageCheck, 'check'>): PageCheck {
  return { severity: 'notice', learnMore: ABOUT_URLS, since: '0.3.0', isOfIndexable: true, ...definition };
}

/** @param correct returns the path without the fault, in normal form; the same path if it has none */
function ofPath({ correct, ...definition }: Definition & { correct: (path: string) => string }): PageCheck {
  return ofAddress({
    ...definition,
    check({ page: { url } }) {
      const path = pathOf(url);
      const corrected = correct(path);
      return corrected === path ? [] : [{ value: readable(path), expected: readable(corrected) }];
    },
  });
}

/** A percent-encoded character. */
const CODE = /%[\dA-F]{2}/g;

function pathOf(url: string): string {
  return url.slice(new URL(url).origin.length).split('?', 1)[0]!;
}

/** @returns an address as browsers show it, with percent-encoded characters decoded if they are UTF-8 */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
