import type { CrawledFacts } from '../../record/crawled-page.ts';
import { collapse, displayWidth } from '../../platform/text/text.ts';
import type { Site } from '../graph/site.ts';
import { type HtmlPage, indexablePages, type Issue } from './issue.ts';

const ABOUT_TITLES = 'https://developers.google.com/search/docs/appearance/title-link';
const ABOUT_DESCRIPTIONS = 'https://developers.google.com/search/docs/appearance/snippet';
const ABOUT_HEADINGS = 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements';

/**
 * In columns: Chinese, Japanese and Korean characters take two. Results cut off by width, at about the upper bounds, which
 * are those of the checks of single pages; the lower ones are common among SEO crawlers.
 *
 * @see https://www.screamingfrog.co.uk/seo-spider/user-guide/configuration/
 */
const COLUMNS = { title: { least: 30, most: 60 }, meta_description: { least: 70, most: 160 } };
/** As of the check `word-count` of single pages; Yoast SEO asks for 300, Ahrefs reports less than 50. */
const LEAST_WORDS = 200;

/** What indexable pages say: titles, descriptions, headings and text. */
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
  /** It leaves much of its place in results empty. */
  {
    id: 'title-short',
    severity: 'notice',
    scope: 'page',
    title: 'The title is short',
    howToFix:
      'Say in the title what the page is about, in some 30 to 60 characters. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'title')),
  },
  /** Results cut it off. */
  {
    id: 'title-long',
    severity: 'notice',
    scope: 'page',
    title: 'The title is long',
    howToFix:
      'Shorten the title to some 60 characters, with what matters most at its beginning. What is longer is cut off in results. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'title')),
  },
  {
    id: 'title-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'The title is used by several pages',
    howToFix: 'Give each page a title of its own. If the pages are versions of one, name the canonical one.',
    learnMore: ABOUT_TITLES,
    find: (site) => duplicates(site, 'title').flat(),
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
  /** It leaves much of its place in results empty. */
  {
    id: 'description-short',
    severity: 'notice',
    scope: 'page',
    title: 'The meta description is short',
    howToFix:
      'Say in the meta description what visitors find on the page, in some 70 to 160 characters. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isShort(facts, 'meta_description')),
  },
  /** Results cut it off. */
  {
    id: 'description-long',
    severity: 'notice',
    scope: 'page',
    title: 'The meta description is long',
    howToFix:
      'Shorten the meta description to some 160 characters, with what matters most at its beginning. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => indexablePagesWhose(site, (facts) => isLong(facts, 'meta_description')),
  },
  {
    id: 'description-duplicate',
    severity: 'warning',
    scope: 'site',
    title: 'The meta description is used by several pages',
    howToFix: 'Describe each page in words of its own. If the pages are versions of one, name the canonical one.',
    learnMore: ABOUT_DESCRIPTIONS,
    find: (site) => duplicates(site, 'meta_description').flat(),
  },
  /** An `<h1>` without text counts as one: it may hold an image. */
  {
    id: 'h1-missing',
    severity: 'warning',
    scope: 'page',
    title: 'The page has no main heading (h1)',
    howToFix: 'Give the page one <h1> that says what it is about.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total === 0),
  },
  /** Of several, the first one counts. */
  {
    id: 'h1-duplicate',
    severity: 'notice',
    scope: 'site',
    title: 'The main heading (h1) is used by several pages',
    howToFix: 'Give each page a heading of its own that says what sets it apart.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => duplicates(site, 'h1').flat(),
  },
  {
    id: 'h1-several',
    severity: 'notice',
    scope: 'page',
    title: 'The page has several main headings (h1)',
    howToFix: 'Keep the <h1> that says what the page is about, and make the others <h2>.',
    learnMore: ABOUT_HEADINGS,
    find: (site) => indexablePagesWhose(site, ({ h1_total }) => h1_total > 1),
  },
  /** Another indexable page says the same, word for word. */
  {
    id: 'content-duplicate',
    severity: 'error',
    scope: 'site',
    title: 'The text of the page is the same as that of other pages',
    howToFix: 'Name one of the pages as the canonical one, or redirect the others to it.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    find: (site) => duplicates(site, 'text_hash').flat(),
  },
  {
    id: 'content-thin',
    severity: 'notice',
    scope: 'page',
    title: 'The page has little text',
    howToFix:
      'Say on the page what visitors look for there, or join it with another page. Pages that no one should find by search may have noindex.',
    learnMore: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    find: (site) => indexablePagesWhose(site, ({ word_count }) => word_count < LEAST_WORDS),
  },
];

function indexablePagesWhose(site: Site, hasFault: (facts: CrawledFacts) => boolean): HtmlPage[] {
  return indexablePages(site).filter(({ facts }) => hasFault(facts));
}

function isShort(facts: CrawledFacts, name: keyof typeof COLUMNS): boolean {
  const columns = displayWidth(facts[name] ?? '');
  return columns > 0 && columns < COLUMNS[name].least;
}

function isLong(facts: CrawledFacts, name: keyof typeof COLUMNS): boolean {
  return displayWidth(facts[name] ?? '') > COLUMNS[name].most;
}

/**
 * Groups of indexable pages that have the same in a place. White space makes no difference, and nothing is no such
 * thing.
 *
 * Versions of a page for several regions may say the same where they name each other: that is what hreflang is for. A
 * page that names all others of its group as its alternates belongs to none.
 *
 * @param compared what pages are compared by
 * @returns groups and their pages in the order of the pages; a group has one page alone where the others name it
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function duplicates(site: Site, compared: 'title' | 'meta_description' | 'h1' | 'text_hash'): HtmlPage[][] {
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
