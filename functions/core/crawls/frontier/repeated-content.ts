import type { CrawledPage } from '../../record/crawled-page.ts';
import { directoryOf } from '../../platform/names/address-parts.ts';
import { limitForPages } from '../crawl-size.ts';

/**
 * Pages with equal text in one directory from which on the text is repeated content. It follows the page limit, as a large
 * site has more empty lists and pages without stock.
 */
export const MAX_EQUAL_IN_DIRECTORY = 20;
/** Pages with equal text in the whole site from which on the text is repeated content; it follows the page limit, too. */
export const MAX_EQUAL = 50;

/** The text of a page, and the directory of the page. */
export interface TextInDirectory {
  textHash: string;
  directory: string;
}

/**
 * Detects pages with the same text as many others: error pages with status 200, and mirrors. The pages that they link to
 * are like them.
 */
export class RepeatedContent {
  readonly #maxEqual: number;
  readonly #maxEqualInDirectory: number;
  readonly #countsByHash = new Map<string, { total: number; byDirectory: Map<string, number> }>();

  /** @param pages number of pages that the crawl may request */
  constructor(pages: number) {
    this.#maxEqual = limitForPages(MAX_EQUAL, pages);
    this.#maxEqualInDirectory = limitForPages(MAX_EQUAL_IN_DIRECTORY, pages);
  }

  /**
   * @returns the text of a page; `null` if it has none: pages without words (images, pages that scripts render) do not
   *   count as equal
   */
  textOfPage({ url, facts }: CrawledPage): TextInDirectory | null {
    if (!facts?.content_hash) return null;
    return { textHash: facts.content_hash, directory: directoryOf(url) };
  }

  /** @returns whether the text has just become repeated content, in its directory or in the site */
  add({ textHash, directory }: TextInDirectory): boolean {
    const counts = this.#countsByHash.get(textHash) ?? { total: 0, byDirectory: new Map<string, number>() };
    this.#countsByHash.set(textHash, counts);
    const inDirectory = (counts.byDirectory.get(directory) ?? 0) + 1;
    counts.total++;
    counts.byDirectory.set(directory, inDirectory);
    return counts.total === this.#maxEqual || inDirectory === this.#maxEqualInDirectory;
  }

  isRepeated({ textHash, directory }: TextInDirectory): boolean {
    const counts = this.#countsByHash.get(textHash);
    if (!counts) return false;
    return counts.total >= this.#maxEqual || (counts.byDirectory.get(directory) ?? 0) >= this.#maxEqualInDirectory;
  }
}
