import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { compareCrawls, type ComparedCrawl, type Comparison, type ComparisonWithPositions } from './compare-crawls.ts';
import { type Occurrences, occurrencesOf } from './occurrences.ts';
import { type ComparedCrawls, readCompared } from './stored-crawl.ts';

/** Selects the crawl to compare with among the stored ones of the domain, the newest first. */
type ChooseBase = (ended: readonly EndedCrawl[]) => EndedCrawl | null;

/** Comparisons of a crawl with earlier ones. Each is `null` if there is none to compare with. */
export interface CrawlComparisons {
  /**
   * Returns the occurrences that are new since another crawl; those of which that one shows nothing are compared with the
   * one before it.
   */
  newSince: (chooseBase: ChooseBase) => Promise<Occurrences | null>;
  /** Returns the occurrences of another crawl that are fixed. */
  fixedSince: (chooseBase: ChooseBase) => Promise<Occurrences | null>;
}

/**
 * Creates the comparisons of a crawl with others, each of which is made once. `with` returns all of one.
 *
 * @param readNewer returns the crawl
 * @param stored crawls of the domain that have ended, the newest first
 */
export function createCrawlComparisons(
  readNewer: () => Promise<ComparedCrawl>,
  stored: readonly EndedCrawl[],
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
): CrawlComparisons & { with: (base: EndedCrawl) => Promise<Comparison> } {
  const made = new Map<string, Promise<ComparisonWithPositions>>();
  let newer: Promise<ComparedCrawl> | undefined;
  const compare = async (base: EndedCrawl, positions?: readonly number[]): Promise<ComparisonWithPositions> => {
    const listed = positions && new Set(positions);
    return compareCrawls(
      await (newer ??= readNewer()),
      await readCompared(base, crawls),
      listed && ((position) => listed.has(position)),
    );
  };
  const makeOnce = (key: string, make: () => Promise<ComparisonWithPositions>) => {
    const comparison = made.get(key) ?? make();
    made.set(key, comparison);
    return comparison;
  };
  const compareWith = (base: EndedCrawl) => makeOnce(base.id, () => compare(base));
  return {
    with: compareWith,
    async newSince(chooseBase) {
      const base = chooseBase(stored);
      if (!base) return null;
      const { added, unknownAt } = await compareWith(base);
      const earlier = unknownAt.length > 0 && chooseBase(stored.filter(({ id }) => id < base.id));
      if (!earlier) return added;
      const ofUnknown = await makeOnce(`${base.id} ${earlier.id}`, () => compare(earlier, unknownAt));
      return occurrencesOf(added, ofUnknown.added);
    },
    async fixedSince(chooseBase) {
      const base = chooseBase(stored);
      return base && (await compareWith(base)).fixed;
    },
  };
}
