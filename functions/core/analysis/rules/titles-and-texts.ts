import { collapse, displayWidth } from '../../platform/text/text.ts';
import type { CrawledFacts, Finding } from '../../record/crawled-page.ts';
import type { PageAudit } from './audit.ts';
import { COLUMNS, MIN_WORDS } from './limits.ts';
import { failure } from './messages.ts';
import type { Evidence, FactsRule, PageRule } from './rule.ts';

const ABOUT_TITLES = 'https://developers.google.com/search/docs/appearance/title-link';
const ABOUT_DESCRIPTIONS = 'https://developers.google.com/search/docs/appearance/snippet';
const ABOUT_HEADINGS = 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements';

/**
 * The document has a title: axe-core's rule document-title.
 *
 * Passes with a `<title>` that has text. Fails if there is none, or it is empty.
 */
const documentTitle: PageAudit = {
  id: 'document-title',
  title: 'The document has a title',
  failureTitle: 'The page has no title',
  weight: 1,
  judge({ title }) {
    if (title === null) return failure('no_title');
    return title.trim() === '' ? failure('empty_title') : { status: 'pass' };
  },
};

/**
 * The document has a meta description.
 *
 * Passes if the first one in the head has text. Fails if there is none, or it is empty.
 */
const metaDescription: PageAudit = {
  id: 'meta-description',
  title: 'The document has a meta description',
  failureTitle: 'The page has no meta description',
  weight: 1,
  judge({ metas }) {
    const description = metas.get('description');
    if (description === undefined) return failure('no_description');
    return description.trim() === '' ? failure('empty_description') : { status: 'pass' };
  },
};

/** Rules about titles, descriptions, headings and the amount of text. */
export const textRules: readonly PageRule[] = [
  /** Absent or empty. */
  {
    id: 'title-missing',
    severity: 'warning',
    title: 'Missing title tag',
    impact:
      'Search engines generate the title of the search result themselves; it is often less relevant and gets fewer clicks.',
    howToFix: 'Add a unique <title> that describes the content of the page.',
    learnMore: ABOUT_TITLES,
    isOfIndexable: true,
    audit: documentTitle,
    find: ({ facts }) => once(collapse(facts.title ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'title-short',
    severity: 'notice',
    title: 'Title tag too short',
    impact:
      'The title uses only part of the space in search results and contains few of the terms that people search for.',
    howToFix:
      'Extend the title to about 30 to 60 characters, with the main search terms of the page. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    ...ofLength('title', isShort),
  },
  /** Search results truncate it. */
  {
    id: 'title-long',
    severity: 'notice',
    title: 'Title tag too long',
    impact: 'Search engines truncate the title, so that its end is not visible in search results.',
    howToFix:
      'Shorten the title to about 60 characters, with the most important terms first. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_TITLES,
    ...ofLength('title', isLong),
  },
  /** Titles of SVG images are no titles of the page. */
  {
    id: 'title-several',
    severity: 'warning',
    title: 'Multiple title tags',
    impact: 'Search engines choose which title to show, or generate another one.',
    howToFix: 'Keep one <title> in the <head>, and remove the others, which plugins often add.',
    learnMore: ABOUT_TITLES,
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.headTitles, 'title'),
  },
  /** Screaming Frog's filter "Same as H1" of page titles. */
  {
    id: 'title-equals-h1',
    severity: 'notice',
    title: 'Title same as H1',
    impact: 'The title contains no terms beyond the H1, such as the brand, for which the page could be found.',
    howToFix:
      'Write the title for search results, with the brand or another search term, and the H1 for readers of the page.',
    learnMore: 'https://www.screamingfrog.co.uk/guides/page-titles/',
    since: '0.3.0',
    isOfIndexable: true,
    check({ analysis: { page } }) {
      const title = collapse(page.title ?? '');
      return title !== '' && title === collapse(page.h1[0] ?? '') ? [{ element: '<h1>', value: title }] : [];
    },
  },
  /** Absent or empty. */
  {
    id: 'description-missing',
    severity: 'warning',
    title: 'Missing meta description',
    impact:
      'Search engines take the snippet from the page text, which often describes the page poorly and gets fewer clicks.',
    howToFix: 'Add a meta description that summarizes the page in one or two sentences.',
    learnMore: ABOUT_DESCRIPTIONS,
    isOfIndexable: true,
    audit: metaDescription,
    find: ({ facts }) => once(collapse(facts.meta_description ?? '') === ''),
  },
  /** Uses only a small part of the space in search results. */
  {
    id: 'description-short',
    severity: 'notice',
    title: 'Meta description too short',
    impact:
      'The snippet uses only part of its space in search results, and search engines often replace it with text from the page.',
    howToFix:
      'Extend the meta description to about 70 to 160 characters that summarize the page. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    ...ofLength('meta_description', isShort),
  },
  /** Search results truncate it. */
  {
    id: 'description-long',
    severity: 'notice',
    title: 'Meta description too long',
    impact: 'Search engines truncate the snippet, so that its end is not visible in search results.',
    howToFix:
      'Shorten the meta description to about 160 characters, with the most important information first. Chinese, Japanese and Korean characters count twice.',
    learnMore: ABOUT_DESCRIPTIONS,
    ...ofLength('meta_description', isLong),
  },
  {
    id: 'description-several',
    severity: 'notice',
    title: 'Multiple meta descriptions',
    impact: 'Search engines may show the wrong snippet in search results.',
    howToFix: 'Keep one meta description, and remove the others.',
    learnMore: ABOUT_DESCRIPTIONS,
    since: '0.3.0',
    isOfIndexable: true,
    check: ({ analysis: { facts } }) => repeated(facts.descriptions, 'meta name="description"'),
  },
  /** An `<h1>` without text counts: it may contain an image. */
  {
    id: 'h1-missing',
    severity: 'warning',
    title: 'Missing H1',
    impact: 'Search engines and screen readers lack the heading that states the main topic of the page.',
    howToFix: 'Add one <h1> with the main topic of the page.',
    learnMore: ABOUT_HEADINGS,
    isOfIndexable: true,
    find: ({ facts }) => once(facts.h1_total === 0),
  },
  {
    id: 'h1-several',
    severity: 'notice',
    title: 'Multiple H1 headings',
    impact: 'The main topic of the page is less clear to search engines and to users of screen readers.',
    howToFix: 'Keep the <h1> with the main topic, and change the others to <h2>.',
    learnMore: ABOUT_HEADINGS,
    isOfIndexable: true,
    find: ({ facts }) => (facts.h1_total > 1 ? [{ value: facts.h1_total, expected: 1 }] : []),
  },
  {
    id: 'content-thin',
    severity: 'notice',
    title: 'Low word count (thin content)',
    impact: 'Search engines find few relevant terms on the page, so that it rarely ranks.',
    howToFix:
      'Add the information that visitors search for, or merge the page into a related one. Set noindex on pages that should not appear in search results.',
    learnMore: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    isOfIndexable: true,
    find: ({ facts }) => (facts.word_count < MIN_WORDS ? [{ value: facts.word_count, expected: MIN_WORDS }] : []),
  },
];

const once = (isFaulty: boolean): Evidence[] => (isFaulty ? [{}] : []);

type Measured = keyof typeof COLUMNS;

/** Returns as evidence the text that is too short or too long, and the limits in columns. */
function ofLength(
  name: Measured,
  isFaulty: (facts: CrawledFacts, name: Measured) => boolean,
): Pick<FactsRule, 'isOfIndexable' | 'find'> {
  const { min, max } = COLUMNS[name];
  return {
    isOfIndexable: true,
    find: ({ facts }) => (isFaulty(facts, name) ? [{ value: facts[name], expected: `${min} to ${max}` }] : []),
  };
}

function isShort(facts: CrawledFacts, name: Measured): boolean {
  const columns = displayWidth(facts[name] ?? '');
  return columns > 0 && columns < COLUMNS[name].min;
}

function isLong(facts: CrawledFacts, name: Measured): boolean {
  return displayWidth(facts[name] ?? '') > COLUMNS[name].max;
}

/** @returns the texts of an element that must be there once, if it is there several times */
function repeated(texts: readonly string[], tag: string): Finding[] {
  return texts.length < 2 ? [] : texts.map((value) => ({ element: `<${tag}>`, value }));
}
