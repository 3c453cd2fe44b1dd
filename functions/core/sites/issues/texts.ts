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
    title: 'The page has no title',
    howToFix: 'Give the page a <title> that says what it is about.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => collapse(facts.title ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'title-short',
    severity: 'notice',
    scope: 'page',
    title: 'The title is short',
    howToFix:
      'Say in the title what the page is about, in some 30 to 60 characters. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'title')),
    evidence: lengthOf('title'),
  },
  /** Search results truncate it. */
  {
    id: 'title-long',
    severity: 'notice',
    scope: 'page',
    title: 'The title is long',
    howToFix:
      'Shorten the title to some 60 characters, with what matters most at its beginning. What is longer is cut off in results. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'title')),
    evidence: lengthOf('title'),
  },
  {
    id: 'title-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'The title is used by several pages',
    howToFix: 'Give each page a title of its own. If the pages are versions of one, name the canonical one.',
    learnMore: ABOUT_TITLES,
    find: (site) => duplicates(site, 'title').flat(),
    evidence: othersWithSame('title'),
  },
  /** Absent or empty. */
  {
    id: 'description-missing',
    severity: 'warning',
    scope: 'page',
    title: 'The page has no meta description',
    howToFix: 'Give the page a meta description that says in a sentence or two what visitors find there.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => collapse(facts.meta_description ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'description-short',
    severity: 'notice',
    scope: 'page',
    title: 'The meta description is short',
    howToFix:
      'Say in the meta description what visitors find on the page, in some 70 to 160 characters. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'meta_description')),
    evidence: lengthOf('meta_description'),
  },
  /** Search results truncate it. */
  {
    id: 'description-long',
    severity: 'notice',
    scope: 'page',
    title: 'The meta description is long',
    howToFix:
      'Shorten the meta description to some 160 characters, with what matters most at its beginning. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'meta_description')),
    evidence: lengthOf('meta_description'),
  },
  {
    id: 'description-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'The meta description is used by several pages',
    howToFix: 'Describe each page in words of its own. If the pages are versions of one, name the canonical one.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => duplicates(site, 'meta_description').flat(),
    evidence: othersWithSame('meta_description'),
  },
  /** An `<h1>` without text counts: it may contain an image. */
  {
    id: 'h1-missing',
    severity: 'warning',
    scope: 'page',
    title: 'The page has no main heading (h1)',
    howToFix: 'Give the page one <h1> that says what it is about.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total === 0),
  },
  /** If a page has several headings, the first one is compared. */
  {
    id: 'h1-duplicate',
    severity: 'notice',
    scope: 'site',
    title: 'The main heading (h1) is used by several pages',
    howToFix: 'Give each page a heading of its own that says what sets it apart.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => duplicates(site, 'h1').flat(),
    evidence: othersWithSame('h1'),
  },
  {
    id: 'h1-several',
    severity: 'notice',
    scope: 'page',
    title: 'The page has several main headings (h1)',
    howToFix: 'Keep the <h1> that says what the page is about, and make the others <h2>.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total > 1),
    evidence: () => (page) => [{ value: page.facts.h1_total, expected: 1 }],
  },
  /** Another indexable page has exactly the same text. */
  {
    id: 'content-duplicate',
    severity: 'error',
    scope: 'site',
    title: 'The text of the page is the same as that of other pages',
    howToFix: 'Name one of the pages as the canonical one, or redirect the others to it.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    find: (site) => duplicates(site, 'text_hash').flat(),
    evidence: othersWithSame('text_hash'),
  },
  {
    id: 'content-thin',
    severity: 'notice',
    scope: 'page',
    title: 'The page has little text',
    howToFix:
      'Say on the page what visitors look for there, or join it with another page. Pages that no one should find by search may have noindex.',
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
