import type { Site } from '../../site/site.ts';
import { collapse } from '../../../text/text.ts';
import { indexablePages, type HtmlPage } from './answers.ts';

/** What pages are compared by. */
export type Compared = 'title' | 'meta_description' | 'h1' | 'text_hash';

/**
 * Groups of indexable pages that have the same in a place. White space makes no difference, and nothing is no such
 * thing.
 *
 * Versions of a page for several regions may say the same where they name each other: that is what hreflang is for. A
 * page that names all others of its group as its alternates belongs to none.
 *
 * @returns groups and their pages in the order of the pages; a group has one page alone where the others name it
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function duplicates(site: Site, compared: Compared): HtmlPage[][] {
  const groups = Map.groupBy(indexablePages(site), ({ facts }) => collapse(facts[compared] ?? ''));
  groups.delete('');
  return [...groups.values()].map(unnamedOf).filter(({ length }) => length > 0);
}

/** @returns the pages of a group that do not name all others as their alternates */
function unnamedOf(group: HtmlPage[]): HtmlPage[] {
  const urls = new Set(group.map(({ url }) => url));
  return group.filter((page) => urls.size > namedOf(page, urls));
}

/** @returns how many of the addresses are those of the page and its alternates */
function namedOf({ url, facts }: HtmlPage, urls: ReadonlySet<string>): number {
  const named = new Set([url, ...facts.hreflang.map((alternate) => alternate.url)]);
  return [...named].filter((address) => urls.has(address)).length;
}
