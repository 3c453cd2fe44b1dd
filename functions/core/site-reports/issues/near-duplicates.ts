import { similarity } from '../../analysis/language/text-sketch.ts';
import type { Site } from '../graph/site.ts';
import { type HtmlPage, indexablePages, type Issue, MAX_RELATED } from './issue.ts';

/** The threshold that Screaming Frog uses by default. */
const LEAST = 0.9;
/**
 * Pages are compared if eight consecutive bytes of their sketches are equal, which finds 99.99 % of the pairs with a
 * similarity of 90 % (locality-sensitive hashing).
 *
 * @see http://www.mmds.org/ (Mining of Massive Datasets, 3.4)
 */
const BAND = 8;

interface Sketched {
  page: HtmlPage;
  sketch: Uint8Array;
  bands: string[];
}

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
  dependsOn: ['pages'],
  since: '0.3.0',
  find(site) {
    const similarTo = nearDuplicates(site, 1);
    return indexablePages(site).filter((page) => similarTo(page).length > 0);
  },
  evidence(site) {
    const similarTo = nearDuplicates(site, MAX_RELATED);
    return (page) => {
      const similar = similarTo(page);
      const highest = Math.max(...similar.map((other) => other.similarity));
      return [{ value: `${Math.round(100 * highest)} %`, related: similar.map((other) => other.page.url) }];
    };
  },
};

/**
 * Compares the texts of the indexable pages of a site.
 *
 * @param max maximum number of pages to find for each page
 * @returns a function that returns the first pages with nearly the same text as a page; those with exactly the same text,
 *   and its hreflang alternates, are not included
 */
export function nearDuplicates(site: Site, max: number): (page: HtmlPage) => Similar[] {
  const all = new Map<HtmlPage['index'], Sketched>();
  const byBand = new Map<string, Sketched[]>();
  for (const page of indexablePages(site)) {
    if (page.facts.text_sketch === '') continue;
    const sketch = Buffer.from(page.facts.text_sketch, 'base64');
    const one = { page, sketch, bands: bandsOf(sketch) };
    all.set(page.index, one);
    for (const band of one.bands) {
      const others = byBand.get(band);
      if (others) others.push(one);
      else byBand.set(band, [one]);
    }
  }
  return ({ index }) => {
    const one = all.get(index);
    const found = new Map<Sketched, Similar>();
    // Most pages of a site may have one band in common: the list of candidates is not built, and the search ends early.
    for (const band of one?.bands ?? []) {
      for (const other of byBand.get(band)!) {
        if (found.size === max) return [...found.values()];
        if (found.has(other) || isSame(one!.page, other.page)) continue;
        const similar = similarity(one!.sketch, other.sketch, LEAST);
        if (similar > 0) found.set(other, { page: other.page, similarity: similar });
      }
    }
    return [...found.values()];
  };
}

function bandsOf(sketch: Buffer): string[] {
  const bands: string[] = [];
  for (let start = 0; start < sketch.length; start += BAND) {
    bands.push(`${start} ${sketch.toString('latin1', start, start + BAND)}`);
  }
  return bands;
}

/** @returns whether both are one page, have exactly the same text, or are versions for two languages or regions */
function isSame(one: HtmlPage, other: HtmlPage): boolean {
  if (one.index === other.index || one.facts.text_hash === other.facts.text_hash) return true;
  return one.facts.hreflang.some(({ url }) => url === other.url);
}
