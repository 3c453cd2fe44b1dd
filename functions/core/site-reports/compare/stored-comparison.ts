import type { WhileFetching } from '../../accounts/fetch-slots.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import { type Comparison, compareCrawls } from './compare-crawls.ts';
import type { Occurrences } from './occurrences.ts';
import { type ComparedCrawls, readCompared } from './stored-crawl.ts';

interface StoredComparison {
  /** Id of the other crawl, which is one of the same domain. */
  base: string;
  comparison: Comparison;
}

/**
 * Characters of a stored comparison at most. That of an ordinary site of 50,000 pages has a few millions; with addresses of
 * the greatest length it could have half a billion, more than its readers have memory for.
 */
const MAX_CHARACTERS = 30_000_000;

/**
 * Returns a comparison with a crawl of the same domain, as it is stored with the newer crawl.
 *
 * @returns `undefined` if it is too long to be stored: it is made again on request
 */
export function comparisonText(base: Pick<EndedCrawl, 'id'>, comparison: Comparison): string | undefined {
  const { added, fixed, persisting, unknown, notCompared, pages } = comparison;
  const plain = ({ rows, counts }: Occurrences): Occurrences => ({ rows, counts });
  const lists = { added: plain(added), fixed: plain(fixed), persisting: plain(persisting), unknown: plain(unknown) };
  if (!areShort([...Object.values(lists).flatMap(({ rows }) => rows), ...pages.first])) return undefined;
  return JSON.stringify({ base: base.id, comparison: { ...lists, notCompared, pages } } satisfies StoredComparison);
}

function areShort(items: readonly object[]): boolean {
  let characters = 0;
  return items.every((item) => (characters += JSON.stringify(item).length) <= MAX_CHARACTERS);
}

/** Reads the comparison that was stored at the end of the newer crawl. @returns `null` if that is with another one */
export async function readStoredComparison(
  newer: EndedCrawl,
  base: EndedCrawl,
  crawls: Pick<SiteCrawls, 'readComparison'>,
): Promise<Comparison | null> {
  if (newer.domain !== base.domain || base.id > newer.id) return null;
  const text = await crawls.readComparison(newer);
  const stored = text === null ? null : (JSON.parse(text) as StoredComparison);
  return stored?.base === base.id ? stored.comparison : null;
}

type ComparisonServices = ComparedCrawls & Pick<SiteCrawls, 'readComparison' | 'readResult'>;

/**
 * Compares two crawls that have ended.
 *
 * @param whileComparing limits comparisons by their rows: those of large crawls take seconds of a whole core
 */
export async function compareStored(
  newer: EndedCrawl,
  base: EndedCrawl,
  crawls: ComparisonServices,
  whileComparing: WhileFetching,
): Promise<Comparison> {
  return (await readStoredComparison(newer, base, crawls)) ?? whileComparing(() => compareNow(newer, base, crawls));
}

/** Compares two crawls that have ended by their rows. */
export async function compareNow(
  newer: EndedCrawl,
  base: EndedCrawl,
  crawls: Omit<ComparisonServices, 'readComparison'>,
): Promise<Comparison> {
  const compared = await readCompared(newer, crawls);
  return compareCrawls(compared, await readCompared(base, crawls, compared.rows));
}
