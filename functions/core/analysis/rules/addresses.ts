import { addressParts } from '../../platform/names/address-parts.ts';
import { sessionIdOf } from '../../platform/names/session-id.ts';
import { characters } from '../../platform/text/text.ts';
import type { FactsRule, PageRule } from './rule.ts';

/** Hyphens between words, no session ids, readable words. */
const ABOUT_URLS = 'https://developers.google.com/search/docs/crawling-indexing/url-structure';

/** Screaming Frog's filter "Over 115 characters" (https://www.screamingfrog.co.uk/guides/uri/). */
const MAX_LENGTH = 115;

/**
 * Rules about addresses, by the filters of Screaming Frog (https://www.screamingfrog.co.uk/guides/uri/). Queries have values
 * that visitors or programs choose, so that the rules of words apply to paths alone.
 */
export const addressRules: readonly PageRule[] = [
  /** Characters that are percent-encoded count once, as browsers show them. */
  ofAddress({
    id: 'url-long',
    title: 'URL over 115 characters',
    impact: 'Long URLs are truncated in search results and are harder to share.',
    howToFix: 'Shorten the path to its essential words, and redirect the old URL with a 301.',
    find({ url }) {
      const length = characters(readable(url));
      return length > MAX_LENGTH ? [{ value: length, expected: MAX_LENGTH }] : [];
    },
  }),
  ofPath({
    id: 'url-upper-case',
    title: 'Uppercase letters in URL',
    impact:
      'Most servers distinguish upper and lower case, so that links with other capitalization fail or create duplicate URLs.',
    howToFix: 'Use lowercase letters in URLs, and redirect the old URL with a 301.',
    correct: (path) => (/[A-Z]/.test(path.replaceAll(CODE, '')) ? path.toLowerCase() : path),
  }),
  ofPath({
    id: 'url-underscore',
    title: 'Underscores in URL',
    impact: 'Search engines treat words joined by underscores as one word.',
    howToFix: 'Use hyphens between words, and redirect the old URL with a 301.',
    correct: (path) => path.replaceAll('_', '-'),
  }),
  ofPath({
    id: 'url-space',
    title: 'Spaces in URL',
    impact: 'Spaces are encoded as %20, and links that contain the space itself break when they are shared.',
    howToFix: 'Replace spaces with hyphens, and redirect the old URL with a 301.',
    correct: (path) => path.replaceAll('%20', '-'),
  }),
  ofAddress({
    id: 'url-non-ascii',
    title: 'Non-ASCII characters in URL',
    impact: 'The URL becomes a long percent-encoded sequence when it is copied, and links with another encoding fail.',
    howToFix: 'Use ASCII letters in URLs that are often shared or printed. Other URLs are valid and need no change.',
    find({ url }) {
      const path = pathOf(url);
      return /%[89A-F]/.test(path) ? [{ value: readable(path) }] : [];
    },
  }),
  /** Slashes behind a colon belong to an address inside the path. */
  ofPath({
    id: 'url-double-slash',
    severity: 'warning',
    title: 'Multiple slashes in URL',
    impact: 'Most servers return the same page with and without the additional slashes, which is duplicate content.',
    howToFix: 'Correct the template that generates the URL, and redirect it to the version with single slashes.',
    correct: (path) => path.replaceAll(/(?<!:)\/{2,}/g, '/'),
  }),
  ofAddress({
    id: 'url-session-parameter',
    severity: 'warning',
    title: 'Session ID in URL',
    impact: 'Search engines find a new URL for the same page at each visit and spend crawl budget on duplicates.',
    howToFix: 'Store the session in a cookie, and redirect the URL to the version without the session ID.',
    find({ url }) {
      const id = sessionIdOf(addressParts(url));
      return id === null ? [] : [{ value: id, expected: 'no session ID' }];
    },
  }),
];

type Definition = Pick<FactsRule, 'id' | 'title' | 'impact' | 'howToFix'> & Partial<Pick<FactsRule, 'severity'>>;

function ofAddress(definition: Definition & Pick<FactsRule, 'find'>): FactsRule {
  return { severity: 'notice', learnMore: ABOUT_URLS, since: '0.3.0', isOfIndexable: true, ...definition };
}

/** @param correct returns the path without the fault, in normal form; the same path if it has none */
function ofPath({ correct, ...definition }: Definition & { correct: (path: string) => string }): FactsRule {
  return ofAddress({
    ...definition,
    find({ url }) {
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
