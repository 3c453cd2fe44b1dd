import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { type ComparedField, differingFields } from '../report/site-changes.ts';

/** A crawl that has ended, as it is compared. */
export interface ComparedCrawl {
  /** The crawl has all pages that it found: a page that it does not have is not there. */
  isWhole: boolean;
  rows: readonly SiteRow[];
  /** All occurrences of issues, in the order of the list. */
  issues: () => AsyncIterable<IssueRow>;
}

/** How addresses of both crawls are matched: as they are, or by path and query where the hosts differ. */
export type Match = 'address' | 'path';

export interface Comparison {
  /** Occurrences of `now` that the crawl before did not have. */
  added: IssueRow[];
  /** Occurrences of the crawl before that are gone. */
  fixed: IssueRow[];
  /** Occurrences of both, as `now` has them. */
  persisting: IssueRow[];
  /** Pages of both crawls that differ in response or content. */
  pages: ChangedPage[];
}

export interface ChangedPage {
  url: string;
  fields: { name: ComparedField; before: SiteRow[ComparedField]; now: SiteRow[ComparedField] }[];
}

/**
 * Compares two crawls. An occurrence is the same where issue, page and target are; of several equal ones on a page, as
 * many persist as both crawls have. What a crawl could not read, or did not reach, is not fixed.
 */
export async function compareCrawls(before: ComparedCrawl, now: ComparedCrawl, match: Match): Promise<Comparison> {
  const keyOf = match === 'address' ? (url: string) => url : pathOf;
  const left = await occurrences(before, keyOf);
  const added: IssueRow[] = [];
  const persisting: IssueRow[] = [];
  for await (const row of now.issues()) (left.take(row) ? persisting : added).push(row);
  const pages = new Map(now.rows.map((row) => [keyOf(row.url), row]));
  const isKnownNow = ({ url }: IssueRow) => {
    const page = pages.get(keyOf(url));
    return page ? page.failure === null : now.isWhole;
  };
  return { added, fixed: left.rest().filter(isKnownNow), persisting, pages: changedPages(before, pages, keyOf) };
}

/** @returns path and query: what addresses of two hosts have in common */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

async function occurrences({ issues }: ComparedCrawl, keyOf: (url: string) => string) {
  const byKey = new Map<string, IssueRow[]>();
  const occurrenceOf = ({ issue, url, target }: IssueRow) =>
    JSON.stringify([issue, keyOf(url), target === null ? null : keyOf(target)]);
  for await (const row of issues()) {
    const key = occurrenceOf(row);
    const same = byKey.get(key);
    if (same) same.push(row);
    else byKey.set(key, [row]);
  }
  return {
    /** @returns whether there was one more of the same */
    take: (row: IssueRow) => byKey.get(occurrenceOf(row))?.shift() !== undefined,
    rest: () => [...byKey.values()].flat(),
  };
}

function changedPages(
  { rows }: ComparedCrawl,
  pages: ReadonlyMap<string, SiteRow>,
  keyOf: (url: string) => string,
): ChangedPage[] {
  return rows.flatMap((before) => {
    const now = pages.get(keyOf(before.url));
    const names = now ? differingFields(before, now).filter((name) => isComparable(name, before, now, keyOf)) : [];
    if (!now || names.length === 0) return [];
    return [{ url: now.url, fields: names.map((name) => ({ name, before: before[name], now: now[name] })) }];
  });
}

const ADDRESSES: readonly string[] = ['redirects_to', 'canonical'];

/** Addresses of two hosts differ always; their paths need not. */
function isComparable(name: ComparedField, before: SiteRow, now: SiteRow, keyOf: (url: string) => string): boolean {
  if (!ADDRESSES.includes(name)) return true;
  const [one, other] = [before[name], now[name]];
  return typeof one !== 'string' || typeof other !== 'string' || keyOf(one) !== keyOf(other);
}
