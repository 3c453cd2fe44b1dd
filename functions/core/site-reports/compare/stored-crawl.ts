import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { SiteResult } from '../../record/site-schema.ts';
import { hashOfAddress } from '../../crawls/store/evidence-rows.ts';
import type { CrawlName } from '../../crawls/store/item.ts';
import type { EndedCrawl, SiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { ComparedCrawl } from './compare-crawls.ts';
import { type ComparedRow, comparedRow } from './compared-row.ts';

export type ComparedCrawls = Pick<SiteCrawls, 'readRowParts' | 'readDirectory' | 'readEvidence'>;

/** The crawl, with the counts of its external targets and resources. */
export type TargetCounts = Pick<SiteResult, 'external' | 'resources'>;

/** Reads a stored crawl as it is compared; its occurrences are read when they are needed. */
export async function readCompared(
  crawl: EndedCrawl,
  crawls: ComparedCrawls & Pick<SiteCrawls, 'readResult'>,
): Promise<ComparedCrawl> {
  const { external, resources } = JSON.parse(await crawls.readResult(crawl)) as TargetCounts;
  const rows: ComparedRow[] = [];
  for await (const part of crawls.readRowParts(crawl)) for (const row of part) rows.push(comparedRow(row));
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
  const readChunk = keepLast((chunk) => crawls.readEvidence(crawl, 'issues', chunk));
  return {
    ...crawl,
    issueIds: [...segments.keys()],
    async *issues(issue): AsyncGenerator<IssueRow[]> {
      for (const { chunk, first, rows } of segments.get(issue) ?? []) {
        yield (await readChunk(chunk)).slice(first, first + rows);
      }
    },
    checked(kind, url) {
      const ofKind = counts[kind];
      return ofKind !== null && !ofKind.truncated && (url === null || !unchecked.has(hashOfAddress(url)));
    },
  };
}

/** Items that are in memory: one contains the rows of several issues, which are read after each other. */
const MAX_CHUNKS = 3;

function keepLast<Rows>(read: (chunk: number) => Promise<Rows>): (chunk: number) => Promise<Rows> {
  /** The one that was used last is at the end. */
  const kept = new Map<number, Rows>();
  return async (chunk) => {
    const rows = kept.get(chunk) ?? (await read(chunk));
    kept.delete(chunk);
    kept.set(chunk, rows);
    if (kept.size > MAX_CHUNKS) kept.delete(kept.keys().next().value!);
    return rows;
  };
}
