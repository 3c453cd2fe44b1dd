import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { compareCrawls, type ComparedCrawl, type Comparison } from './compare-crawls.ts';
import { type ComparedCrawls, readCompared } from './stored-crawl.ts';

/**
 * Returns the occurrences of a crawl that are new since another one; those of which that one shows nothing are compared
 * with the one before it.
 *
 * @param chooseBase selects that crawl among the stored ones of the domain, the newest first
 * @returns `null` if there is none to compare with
 */
export type NewOccurrences = (
  chooseBase: (ended: readonly EndedCrawl[]) => EndedCrawl | null,
) => Promise<IssueRow[] | null>;

/**
 * Creates the comparison of a crawl with others, each of which is made once.
 *
 * @param readNewer returns the crawl
 * @param stored crawls of the domain that have ended, the newest first
 */
export function createNewOccurrences(
  readNewer: () => Promise<ComparedCrawl>,
  stored: readonly EndedCrawl[],
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
): NewOccurrences {
  const found = new Map<string, Promise<Pick<Comparison, 'added' | 'unknown'>>>();
  let newer: Promise<ComparedCrawl> | undefined;
  const compare = async (base: EndedCrawl) => {
    const { added, unknown } = await compareCrawls(await (newer ??= readNewer()), await readCompared(base, crawls));
    return { added, unknown };
  };
  const compareWith = (base: EndedCrawl) => {
    const comparison = found.get(base.id) ?? compare(base);
    found.set(base.id, comparison);
    return comparison;
  };
  return async (chooseBase) => {
    const base = chooseBase(stored);
    if (!base) return null;
    const { added, unknown } = await compareWith(base);
    const earlier = unknown.length > 0 && chooseBase(stored.filter(({ id }) => id < base.id));
    if (!earlier) return added;
    const keys = new Set((await compareWith(earlier)).added.map((row) => JSON.stringify(row)));
    return [...added, ...unknown.filter((row) => keys.has(JSON.stringify(row)))];
  };
}
