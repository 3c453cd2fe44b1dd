import { COLUMNS, MIN_WORDS } from '../../analysis/audit/limits.ts';
import type { CrawledFacts } from '../../record/crawled-page.ts';
import { collapse, displayWidth } from '../../platform/text/text.ts';
import type { Site } from '../graph/site.ts';
import { type HtmlPage, indexablePages, type Issue, relatedIn } from './issue.ts';

const ABOUT_TITLES = 'https://developers.google.com/search/docs/appearance/title-link';
const ABOUT_DESCRIPTIONS = 'https://developers.google.com/search/docs/appearance/snippet';
const ABOUT_HEADINGS = 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements';

/** Issues of the content of indexable pages: titles, descriptions, headings and text. */
export const textIssues: readonly Issue[] = [
  /** Absent or empty. */
  {
    id: 'title-missing',
    severity: 'error',
    scope: 'page',
    title: 'Missing title tag',
    impact:
      'Search engines generate the title of the search result themselves; it is often less relevant and gets fewer clicks.',
    howToFix: 'Add a unique <title> that describes the content of the page.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => collapse(facts.title ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'title-short',
    severity: 'notice',
    scope: 'page',
    title: 'Title tag too short',
    impact:
      'The title uses only part of the space in search results and contains few of the terms that people search for.',
    howToFix:
      'Extend the title to about 30 to 60 characters, with the main search terms of the page. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'title')),
    evidence: lengthOf('title'),
  },
  /** Search results truncate it. */
  {
    id: 'title-long',
    severity: 'notice',
    scope: 'page',
    title: 'Title tag too long',
    impact: 'Search engines truncate the title, so that its end is not visible in search results.',
    howToFix:
      'Shorten the title to about 60 characters, with the most important terms first. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'title')),
    evidence: lengthOf('title'),
  },
  {
    id: 'title-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate title tags',
    impact: 'Search engines cannot distinguish the pages by their titles, and the pages compete for the same queries.',
    howToFix: 'Write a unique title for each page. If the pages are versions of the same content, set a canonical URL.',
    learnMore: ABOUT_TITLES,
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'title').flat(),
    evidence: othersWithSame('title'),
  },
  /** Absent or empty. */
  {
    id: 'description-missing',
    severity: 'warning',
    scope: 'page',
    title: 'Missing meta description',
    impact:
      'Search engines take the snippet from the page text, which often describes the page poorly and gets fewer clicks.',
    howToFix: 'Add a meta description that summarizes the page in one or two sentences.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => collapse(facts.meta_description ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'description-short',
    severity: 'notice',
    scope: 'page',
    title: 'Meta description too short',
    impact:
      'The snippet uses only part of its space in search results, and search engines often replace it with text from the page.',
    howToFix:
      'Extend the meta description to about 70 to 160 characters that summarize the page. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'meta_description')),
    evidence: lengthOf('meta_description'),
  },
  /** Search results truncate it. */
  {
    id: 'description-long',
    severity: 'notice',
    scope: 'page',
    title: 'Meta description too long',
    impact: 'Search engines truncate the snippet, so that its end is not visible in search results.',
    howToFix:
      'Shorten the meta description to about 160 characters, with the most important information first. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'meta_description')),
    evidence: lengthOf('meta_description'),
  },
  {
    id: 'description-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate meta descriptions',
    impact: 'Several search results have the same snippet, so that searchers cannot distinguish the pages.',
    howToFix:
      'Write a unique description for each page. If the pages are versions of the same content, set a canonical URL.',
    learnMore: ABOUT_DESCRIPTIONS,
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'meta_description').flat(),
    evidence: othersWithSame('meta_description'),
  },
  /** An `<h1>` without text counts: it may contain an image. */
  {
    id: 'h1-missing',
    severity: 'warning',
    scope: 'page',
    title: 'Missing H1',
    impact: 'Search engines and screen readers lack the heading that states the main topic of the page.',
    howToFix: 'Add one <h1> with the main topic of the page.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total === 0),
  },
  /** If a page has several headings, the first one is compared. */
  {
    id: 'h1-duplicate',
    severity: 'notice',
    scope: 'site',
    title: 'Duplicate H1',
    impact: 'Visitors and search engines cannot distinguish the pages by their main headings.',
    howToFix: 'Write a unique <h1> for each page that describes its specific content.',
    learnMore: ABOUT_HEADINGS,
    dependsOn: ['pages'],
    find: (site) => duplicates(site, 'h1').flat(),
    evidence: othersWithSame('h1'),
  },
  {
    id: 'h1-several',
    severity: 'notice',
    scope: 'page',
    title: 'Multiple H1 headings',
    impact: 'The main topic of the page is less clear to search engines and to users of screen readers.',
    howToFix: 'Keep the <h1> with the main topic, and change the others to <h2>.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total > 1),
    evidence: () => (page) => [{ value: page.facts.h1_total, expected: 1 }],
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
  {
    id: 'content-thin',
    severity: 'notice',
    scope: 'page',
    title: 'Low word count (thin content)',
    impact: 'Search engines find few relevant terms on the page, so that it rarely ranks.',
    howToFix:
      'Add the information that visitors search for, or merge the page into a related one. Set noindex on pages that should not appear in search results.',
    learnMore: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    find: (site) => indexablePagesWhose(site, ({ word_count }) => word_count < MIN_WORDS),
    evidence: () => (page) => [{ value: page.facts.word_count, expected: MIN_WORDS }],
  },
];

function indexablePagesWhose(site: Site, hasFault: (facts: CrawledFacts) => boolean): HtmlPage[] {
  return indexablePages(site).filter(({ facts }) => hasFault(facts));
}

/** Returns as evidence the text that is too short or too long, and the limits in columns. */
function lengthOf(name: keyof typeof COLUMNS): Issue['evidence'] {
  const { min, max } = COLUMNS[name];
  return () => (page) => [{ value: page.facts[name], expected: `${min} to ${max}` }];
}

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

function isShort(facts: CrawledFacts, name: keyof typeof COLUMNS): boolean {
  const columns = displayWidth(facts[name] ?? '');
  return columns > 0 && columns < COLUMNS[name].min;
}

function isLong(facts: CrawledFacts, name: keyof typeof COLUMNS): boolean {
  return displayWidth(facts[name] ?? '') > COLUMNS[name].max;
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
