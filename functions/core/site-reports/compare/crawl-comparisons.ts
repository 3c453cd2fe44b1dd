import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { compareCrawls, type ComparedCrawl, type Comparison } from './compare-crawls.ts';
import { type ComparedCrawls, readCompared } from './stored-crawl.ts';

/** Selects the crawl to compare with among the stored ones of the domain, the newest first. */
type ChooseBase = (ended: readonly EndedCrawl[]) => EndedCrawl | null;

/** Comparisons of a crawl with earlier ones. Each is `null` if there is none to compare with. */
export interface CrawlComparisons {
  /**
   * Returns the occurrences that are new since another crawl; those of which that one shows nothing are compared with the
   * one before it.
   */
  newSince: (chooseBase: ChooseBase) => Promise<IssueRow[] | null>;
  /** Returns the occurrences of another crawl that are fixed. */
  fixedSince: (chooseBase: ChooseBase) => Promise<IssueRow[] | null>;
}

/**
 * Creates the comparisons of a crawl with others, each of which is made once.
 *
 * @param readNewer returns the crawl
 * @param stored crawls of the domain that have ended, the newest first
 */
export function createCrawlComparisons(
  readNewer: () => Promise<ComparedCrawl>,
  stored: readonly EndedCrawl[],
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
): CrawlComparisons {
  const made = new Map<string, Promise<Pick<Comparison, 'added' | 'fixed' | 'unknown'>>>();
  let newer: Promise<ComparedCrawl> | undefined;
  const compare = async (base: EndedCrawl) => {
    const { added, fixed, unknown } = await compareCrawls(
      await (newer ??= readNewer()),
      await readCompared(base, crawls),
    );
    return { added, fixed, unknown };
  };
  const compareWith = (base: EndedCrawl) => {
    const comparison = made.get(base.id) ?? compare(base);
    made.set(base.id, comparison);
    return comparison;
  };
  return {
    async newSince(chooseBase) {
      const base = chooseBase(stored);
      if (!base) return null;
      const { added, unknown } = await compareWith(base);
      const earlier = unknown.length > 0 && chooseBase(stored.filter(({ id }) => id < base.id));
      if (!earlier) return added;
      const keys = new Set((await compareWith(earlier)).added.map((row) => JSON.stringify(row)));
      return [...added, ...unknown.filter((row) => keys.has(JSON.stringify(row)))];
    },
    async fixedSince(chooseBase) {
      const base = chooseBase(stored);
      return base && (await compareWith(base)).fixed;
    },
  };
}
