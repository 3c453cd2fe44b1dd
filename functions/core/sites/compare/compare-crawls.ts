import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import {
  type ComparedField,
  couldNotBeRead,
  type CrawledRows,
  differingFields,
  missingIn,
  siteIssueFinder,
} from '../report/site-changes.ts';

/** A crawl that has ended, as it is compared. */
export interface ComparedCrawl extends CrawledRows {
  /** All occurrences of issues, in the order of the list. */
  issues: () => AsyncIterable<IssueRow>;
  /**
   * Whether the crawl could not have an occurrence, as it did not request its target or what may link to its page, or
   * learnt nothing of it.
   */
  omits?: (row: IssueRow) => boolean;
}

/** How addresses of both crawls are matched: as they are, or by path and query where the hosts differ. */
export type Match = 'address' | 'path';

type KeyOf = (url: string) => string;

export interface Comparison {
  /** Occurrences of `now` that the crawl before would have had. */
  added: IssueRow[];
  /** Occurrences of the crawl before that `now` would have. */
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
 * many persist as both crawls have. What one of the crawls could not read or did not request is neither new nor fixed.
 */
export async function compareCrawls(previous: ComparedCrawl, last: ComparedCrawl, match: Match): Promise<Comparison> {
  const keyOf = match === 'address' ? (url: string) => url : pathOf;
  const [before, now] = match === 'address' ? [previous, last] : [oneByPath(previous), oneByPath(last)];
  const left = await occurrences(before, keyOf);
  const added: IssueRow[] = [];
  const persisting: IssueRow[] = [];
  for await (const row of now.issues()) (left.take(row) ? persisting : added).push(row);
  const pages = new Map(now.rows.map((row) => [keyOf(row.url), row]));
  return {
    added: added.filter(wouldHave(before, now, keyOf)),
    fixed: left.rest().filter(wouldHave(now, before, keyOf)),
    persisting,
    pages: changedPages(before, pages, keyOf),
  };
}

/**
 * @returns whether a crawl would have an occurrence of the other one if it had existed then: it read the page, or would
 *   have read it, and neither a failure nor its end or settings hide the state of the target and of related pages
 */
function wouldHave(crawl: ComparedCrawl, other: CrawledRows, keyOf: KeyOf): (row: IssueRow) => boolean {
  const keyed = (one: CrawledRows) => ({ ...one, rows: one.rows.map((row) => ({ ...row, url: keyOf(row.url) })) });
  const [own, others] = [keyed(crawl), keyed(other)];
  const urlsOf = (rows: readonly SiteRow[]) => rows.map(({ url }) => url);
  const requested = new Set(urlsOf([...own.rows, ...missingIn(own, others)]));
  const unread = new Set(urlsOf(own.rows.filter(couldNotBeRead)));
  const failed = own.rows.filter(({ failure }) => failure !== null && failure !== 'name_not_found');
  const unrequested = urlsOf(others.rows).filter((url) => !requested.has(url));
  const unknown = new Set([...urlsOf(failed), ...unrequested]);
  const rowOf = new Map(own.rows.map((row) => [row.url, row]));
  const wouldFind = siteIssueFinder(crawl);
  return (row) => {
    const url = keyOf(row.url);
    const further = [...(row.target === null ? [] : [row.target]), ...row.related].map(keyOf);
    return (
      requested.has(url) &&
      !unread.has(url) &&
      !further.some((one) => unknown.has(one)) &&
      wouldFind(row.issue, rowOf.get(url)) &&
      !crawl.omits?.(row)
    );
  };
}

/** @returns path and query: what addresses of two hosts have in common */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

/** Keeps one row of the variants of a page, over http and https, with and without `www.`: the one with its content. */
function oneByPath(crawl: ComparedCrawl): ComparedCrawl {
  const rows = new Map<string, SiteRow>();
  for (const row of crawl.rows) {
    const path = pathOf(row.url);
    const known = rows.get(path);
    if (!known || contentRank(row) > contentRank(known)) rows.set(path, row);
  }
  return { ...crawl, rows: [...rows.values()] };
}

/** @returns 2: content or an error; 1: a redirect to another page; 0: it could not be read, or redirects to a variant */
function contentRank(row: SiteRow): number {
  if (couldNotBeRead(row)) return 0;
  if (row.redirects_to === null) return 2;
  return pathOf(row.redirects_to) === pathOf(row.url) ? 0 : 1;
}

async function occurrences({ issues }: ComparedCrawl, keyOf: KeyOf) {
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

function changedPages({ rows }: ComparedCrawl, pages: ReadonlyMap<string, SiteRow>, keyOf: KeyOf): ChangedPage[] {
  return rows.flatMap((before) => {
    const now = pages.get(keyOf(before.url));
    const names = now ? differingFields(before, now).filter((name) => isComparable(name, before, now, keyOf)) : [];
    if (!now || names.length === 0) return [];
    return [{ url: now.url, fields: names.map((name) => ({ name, before: before[name], now: now[name] })) }];
  });
}

const ADDRESSES: readonly string[] = ['redirects_to', 'canonical'];

/** Addresses of two hosts differ always; their paths need not. */
function isComparable(name: ComparedField, before: SiteRow, now: SiteRow, keyOf: KeyOf): boolean {
  if (!ADDRESSES.includes(name)) return true;
  const [one, other] = [before[name], now[name]];
  return typeof one !== 'string' || typeof other !== 'string' || keyOf(one) !== keyOf(other);
}
