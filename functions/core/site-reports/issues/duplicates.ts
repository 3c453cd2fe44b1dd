import { collapse } from '../../platform/text/text.ts';
import type { Site } from '../graph/site.ts';
import { type HtmlPage, indexablePages, type Issue, relatedIn } from './issue.ts';

/** Issues of texts that several indexable pages have. */
export const duplicateIssues: readonly Issue[] = [
  {
    id: 'title-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate title tags',
    impact: 'Search engines cannot distinguish the pages by their titles, and the pages compete for the same queries.',
    howToFix: 'Write a unique title for each page. If the pages are versions of the same content, set a canonical URL.',
    learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'title').flat(),
    evidence: othersWithSame('title'),
  },
  {
    id: 'description-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate meta descriptions',
    impact: 'Several search results have the same snippet, so that searchers cannot distinguish the pages.',
    howToFix:
      'Write a unique description for each page. If the pages are versions of the same content, set a canonical URL.',
    learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'meta_description').flat(),
    evidence: othersWithSame('meta_description'),
  },
  /** If a page has several headings, the first one is compared. */
  {
    id: 'h1-duplicate',
    severity: 'notice',
    scope: 'site',
    title: 'Duplicate H1',
    impact: 'Visitors and search engines cannot distinguish the pages by their main headings.',
    howToFix: 'Write a unique <h1> for each page that describes its specific content.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements',
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'h1').flat(),
    evidence: othersWithSame('h1'),
  },
  /** Another indexable page has exactly the same text. */
  {
    id: 'content-duplicate',
    severity: 'error',
    scope: 'site',
    title: 'Exact duplicate content',
    impact:
      'Search engines index only one of the pages and choose it themselves; ranking signals are divided between the URLs.',
    howToFix: 'Redirect the duplicates to one page with a 301, or set its URL as the canonical URL of all of them.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'text_hash').flat(),
    evidence: othersWithSame('text_hash'),
  },
];

/** Returns as evidence the text that several pages have, and the other pages. */
function othersWithSame(compared: Compared): Issue['evidence'] {
  return (site) => {
    const groups = groupsWithSame(site, compared);
    return (page) => [
      {
        value: compared === 'text_hash' ? null : page.facts[compared],
        related: relatedIn(groups.get(textIn(page, compared)) ?? [], page),
      },
    ];
  };
}

/**
 * Groups the indexable pages that have the same value. White space is normalised; empty values are ignored.
 *
 * Versions of a page for several regions may have the same text if they refer to each other with hreflang. A page that
 * names all others of its group as its alternates is not included.
 *
 * @param compared name of the value
 * @returns groups and their pages in the order of the pages; a group has a single page if all others name their alternates
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function duplicates(site: Site, compared: Compared): HtmlPage[][] {
  const groups = groupsWithSame(site, compared);
  return [...groups.values()].map(unnamedOf).filter(({ length }) => length > 0);
}

type Compared = 'title' | 'meta_description' | 'h1' | 'text_hash';

const textIn = ({ facts }: HtmlPage, compared: Compared) => collapse(facts[compared] ?? '');

/** @returns indexable pages by the compared value, without those that have none */
function groupsWithSame(site: Site, compared: Compared): Map<string, HtmlPage[]> {
  const groups = Map.groupBy(indexablePages(site), (page) => textIn(page, compared));
  groups.delete('');
  return groups;
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
