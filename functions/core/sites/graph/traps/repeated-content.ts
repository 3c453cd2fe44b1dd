import type { CrawledPage } from '../../../record/crawled-page.ts';
import { directoryOf } from './address-parts.ts';

/** Pages of one directory that say the same. */
export const MOST_ALIKE_IN_DIRECTORY = 20;
/** Pages of the whole site that say the same. */
export const MOST_ALIKE = 50;

/** What a page says, and in which directory it says so. */
export interface Saying {
  textHash: string;
  directory: string;
}

/**
 * Tells pages that say what many others say: answers to addresses that there are not, with status 200, and mirrors. What
 * they link to is like them.
 */
export class RepeatedContent {
  readonly #countsByHash = new Map<string, { total: number; byDirectory: Map<string, number> }>();

  /**
   * @returns what the page says; `null` of one that says nothing: a page without words (a picture, a page that is made by
   * scripts) is not like others
   */
  sayingOf({ url, facts }: CrawledPage): Saying | null {
    if (!facts || facts.text_hash === '') return null;
    return { textHash: facts.text_hash, directory: directoryOf(url) };
  }

  /** @returns whether pages that were none before have become repeated content */
  learn({ textHash, directory }: Saying): boolean {
    const counts = this.#countsByHash.get(textHash) ?? { total: 0, byDirectory: new Map<string, number>() };
    this.#countsByHash.set(textHash, counts);
    const inDirectory = (counts.byDirectory.get(directory) ?? 0) + 1;
    counts.total++;
    counts.byDirectory.set(directory, inDirectory);
    return counts.total === MOST_ALIKE || inDirectory === MOST_ALIKE_IN_DIRECTORY;
  }

  isRepeated({ textHash, directory }: Saying): boolean {
    const counts = this.#countsByHash.get(textHash);
    if (!counts) return false;
    return counts.total >= MOST_ALIKE || (counts.byDirectory.get(directory) ?? 0) >= MOST_ALIKE_IN_DIRECTORY;
  }
}
