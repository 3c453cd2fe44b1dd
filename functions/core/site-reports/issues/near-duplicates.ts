import { similarity } from '../../analysis/language/text-sketch.ts';
import type { Site } from '../graph/site.ts';
import { type HtmlPage, indexablePages, type Issue, MAX_RELATED } from './issue.ts';
import { indexBands } from './sketch-bands.ts';

/** The threshold that Screaming Frog uses by default. */
const LEAST = 0.9;

/** Another page with nearly the same text. */
export interface Similar {
  page: HtmlPage;
  /** From 0.9 to 1. */
  similarity: number;
}

/** Another indexable page has nearly the same text outside navigation and footer; the same text is `content-duplicate`. */
export const nearDuplicate: Issue = {
  id: 'content-near-duplicate',
  severity: 'warning',
  scope: 'site',
  title: 'Near-duplicate content',
  impact: 'Search engines show only one of several similar pages, which may not be the preferred one.',
  howToFix: 'Write distinct content for each page, or set one of the pages as the canonical URL of the others.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  dependsOn: ['pages', 'texts'],
  since: '0.3.0',
  find: (site) => textsOf(site).pages,
  evidence(site) {
    const { similarTo } = textsOf(site);
    return (page) => {
      const similar = similarTo(page, MAX_RELATED);
      const highest = Math.max(...similar.map((other) => other.similarity));
      return [{ value: `${Math.round(100 * highest)} %`, related: similar.map((other) => other.page.url) }];
    };
  },
};

/** @returns whether a page may have a near duplicate that was not found, since it was compared with a sample of pages */
export function hasUncomparedTexts(site: Site): boolean {
  return textsOf(site).isSampled;
}

/** The comparison of the texts of a site. */
interface ComparedTexts {
  /** Pages with nearly the same text as another one, in the order of the site. */
  pages: HtmlPage[];
  /** A page without a near duplicate had more candidates than it was compared with. */
  isSampled: boolean;
  /**
   * Finds the first pages with nearly the same text as a page; those with exactly the same text, and its hreflang
   * alternates, are not included.
   *
   * @param max maximum number of pages to find
   */
  similarTo: (page: HtmlPage, max: number) => Similar[];
}

const known = new WeakMap<Site, ComparedTexts>();

function textsOf(site: Site): ComparedTexts {
  const texts = known.get(site) ?? compareTexts(site);
  known.set(site, texts);
  return texts;
}

/**
 * Compares the texts of the indexable pages of a site, in time proportional to their number.
 *
 * @param compare see {@link similarity}
 */
export function compareTexts(site: Site, compare: typeof similarity = similarity): ComparedTexts {
  const pages = indexablePages(site).filter(({ facts }) => facts.text_sketch !== '');
  const sketches = pages.map(({ facts }) => Buffer.from(facts.text_sketch, 'base64'));
  const numbers = new Map(pages.map(({ index }, number) => [index, number]));
  const bands = indexBands(sketches);

  const similarityOf = (one: number, other: number) => compare(sketches[one]!, sketches[other]!, LEAST);

  const hasSimilar = new Uint8Array(pages.length);
  const isCut = new Uint8Array(pages.length);
  for (const { order, rangeAt } of bands) {
    for (const [position, number] of order.entries()) {
      const { end, areAll } = rangeAt(position);
      if (!areAll) isCut[number] = 1;
      // Each pair once: a text is compared with the candidates after it.
      for (let next = position + 1; next < end; next++) {
        const other = order[next]!;
        if ((hasSimilar[number] && hasSimilar[other]) || similarityOf(number, other) === 0) continue;
        const [page, candidate] = [pages[number]!, pages[other]!];
        if (!isSame(page, candidate)) hasSimilar[number] = 1;
        if (!isSame(candidate, page)) hasSimilar[other] = 1;
      }
    }
  }

  function similarTo({ index }: HtmlPage, max: number): Similar[] {
    const found = new Map<number, Similar>();
    const number = numbers.get(index);
    if (number === undefined) return [];
    // Most pages of a site may have one band in common: the list of candidates is not built, and the search ends early.
    for (const { order, positions, rangeAt } of bands) {
      const { first, end } = rangeAt(positions[number]!);
      for (const other of order.subarray(first, end)) {
        if (found.size === max) return [...found.values()];
        if (other === number || found.has(other)) continue;
        const similar = similarityOf(number, other);
        const page = pages[other]!;
        if (similar > 0 && !isSame(pages[number]!, page)) found.set(other, { page, similarity: similar });
      }
    }
    return [...found.values()];
  }

  return {
    pages: pages.filter((_, number) => hasSimilar[number]),
    isSampled: pages.some((_, number) => isCut[number] && !hasSimilar[number]),
    similarTo,
  };
}

/** @returns whether both have exactly the same text, or are versions for two languages or regions */
function isSame(one: HtmlPage, other: HtmlPage): boolean {
  if (one.facts.content_hash === other.facts.content_hash) return true;
  return one.facts.hreflang.some(({ url }) => url === other.url);
}
