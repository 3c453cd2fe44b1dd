import type { SiteResult } from '../../record/site-schema.ts';
import { hashOfAddress } from '../../crawls/store/evidence-rows.ts';
import type { CrawlName } from '../../crawls/store/item.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { ComparedCrawl } from './compare-crawls.ts';
import { type ComparedRow, comparedRow, sharedRow } from './compared-row.ts';

export type ComparedCrawls = Pick<SiteCrawls, 'readRowParts' | 'readDirectory' | 'readIssueTexts'>;

/** The crawl, with the counts of its external targets and resources. */
export type TargetCounts = Pick<SiteResult, 'external' | 'resources'>;

/**
 * Reads a stored crawl as it is compared; its occurrences are read when they are needed.
 *
 * @param other pages of the crawl that it is compared with
 */
export async function readCompared(
  crawl: EndedCrawl,
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
  other: readonly ComparedRow[] = [],
): Promise<ComparedCrawl> {
  const { external, resources } = JSON.parse(await crawls.readResult(crawl)) as TargetCounts;
  const known = new Map(other.map((row) => [row.url, row]));
  const rows: ComparedRow[] = [];
  for await (const part of crawls.readRowParts(crawl)) {
    for (const row of part) rows.push(sharedRow(comparedRow(row), known.get(row.url)));
  }
  return comparedCrawl({ ...crawl, rows }, { external, resources }, crawls);
}

/** @param crawl whose evidence is stored */
export async function comparedCrawl(
  crawl: CrawlName & Pick<EndedCrawl, 'scope' | 'isComplete' | 'unread'> & { rows: readonly ComparedRow[] },
  counts: TargetCounts,
  crawls: ComparedCrawls,
): Promise<ComparedCrawl> {
  const directory = await crawls.readDirectory(crawl, 'issues');
  const unchecked = new Set(directory?.unchecked);
  const segments = Map.groupBy(directory?.segments ?? [], ({ issue = '' }) => issue);
  const chunks = new Set(directory?.segments.map(({ chunk }) => chunk));
  const readChunk = createReader([...chunks], (chunk) => crawls.readIssueTexts(crawl, chunk));
  return {
    ...crawl,
    issueIds: [...segments.keys()],
    partsOf: (issue) =>
      (segments.get(issue) ?? []).map(({ chunk, first, rows }) => ({ first, rows, read: () => readChunk(chunk) })),
    checked(kind, url) {
      const ofKind = counts[kind];
      return ofKind !== null && !ofKind.truncated && (url === null || !unchecked.has(hashOfAddress(url)));
    },
  };
}

/**
 * Items that are in memory, each about 1 MB: one contains the rows of several issues, which are read after each other, and
 * of most issues, all of them are read twice.
 */
const MAX_CHUNKS = 48;
/** Items that are requested before they are needed, while the rows of another one are compared. */
const AHEAD = 3;

/** @param order numbers of all items, in the order in which they are needed first */
function createReader<Item>(order: readonly number[], read: (chunk: number) => Promise<Item>) {
  const places = new Map(order.map((chunk, place) => [chunk, place]));
  /** The one that was used last is at the end. */
  const kept = new Map<number, Promise<Item>>();
  const use = (chunk: number) => {
    const item = kept.get(chunk) ?? read(chunk);
    // It may be needed never; a failure is that of the caller who awaits it.
    item.catch(() => {});
    kept.delete(chunk);
    kept.set(chunk, item);
    return item;
  };
  return (chunk: number): Promise<Item> => {
    const place = places.get(chunk)!;
    const item = use(chunk);
    for (const next of order.slice(place + 1, place + 1 + AHEAD)) if (!kept.has(next)) void use(next);
    for (const old of [...kept.keys()].slice(0, -MAX_CHUNKS)) kept.delete(old);
    return item;
  };
}
