import type { CrawledFacts } from '../../../record/crawled-page.ts';
import type { Site } from '../../site/site.ts';
import { collapse } from '../../../text/text.ts';
import { indexablePages, type HtmlPage } from './answers.ts';

/**
 * Finds what several indexable pages have in common. White space makes no difference, and nothing is no value.
 *
 * Versions of a page for several regions may say the same where they name each other: that is what hreflang is for.
 *
 * @returns the pages whose value another page has that is not one of their hreflang alternates
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function pagesWithSame(site: Site, valueOf: (facts: CrawledFacts) => string | null): HtmlPage[] {
  const groups = Map.groupBy(indexablePages(site), ({ facts }) => collapse(valueOf(facts) ?? ''));
  groups.delete('');
  return [...groups.values()].flatMap((group) => {
    const urls = new Set(group.map(({ url }) => url));
    return group.filter((page) => urls.size > namedOf(page, urls));
  });
}

/** @returns how many of the addresses are those of the page and its alternates */
function namedOf({ url, facts }: HtmlPage, urls: ReadonlySet<string>): number {
  const named = new Set([url, ...facts.hreflang.map((alternate) => alternate.url)]);
  return [...named].filter((address) => urls.has(address)).length;
}
