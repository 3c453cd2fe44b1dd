import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { dependence } from '../issues/dependence.computed.ts';
import type { Dependence } from '../issues/issue.ts';
import type { SeverityCounts, Unread } from '../../crawls/store/item.ts';
import { type ChangedPage, changedPages } from './changed-pages.ts';
import {
  type CrawledRows,
  type CrawlKnowledge,
  isDisallowed,
  isRead,
  isServerError,
  type MatchedCrawls,
  matchCrawls,
} from './crawl-knowledge.ts';

/** A crawl that has ended, with the occurrences of its issues. */
export interface ComparedCrawl extends CrawledRows {
  /** All occurrences, in the order of the list. */
  issues: () => AsyncIterable<IssueRow>;
  /** Whether the crawl determined the state of an external target, or of a resource, if pages have it. */
  checked: (kind: 'external' | 'resources', url: string | null) => boolean;
}

export interface Comparison {
  /** Occurrences that only the newer crawl has, and that the base would have had. */
  added: IssueRow[];
  /** Occurrences that only the base has, and that the newer crawl would have. */
  fixed: IssueRow[];
  /** Occurrences of both, as the newer crawl has them. */
  persisting: IssueRow[];
  /** Occurrences of the newer crawl of which the base shows nothing. */
  unknown: IssueRow[];
  /** Numbers of occurrences that one crawl has, and of which the other one shows nothing. */
  notCompared: { newer: SeverityCounts; base: SeverityCounts };
  /** Pages of both crawls that differ in response or content. */
  pages: ChangedPage[];
}

/** `failed`: there are new errors; `incomplete`: there may be some that the newer crawl did not find. */
export type Verdict = 'failed' | 'incomplete' | 'passed';

export function verdictOf({ added }: Comparison, newer: Pick<CrawledRows, 'isComplete'>): Verdict {
  if (added.some(({ severity }) => severity === 'error')) return 'failed';
  return newer.isComplete ? 'passed' : 'incomplete';
}

/**
 * Compares two crawls. An occurrence is the same where issue, page and target are; of several equal ones on a page, as
 * many persist as both crawls have. One that only one crawl has is new or fixed if the other one would have it, and
 * otherwise not compared (docs/guides/whole-site.md).
 */
export async function compareCrawls(newer: ComparedCrawl, base: ComparedCrawl): Promise<Comparison> {
  const matched = matchCrawls(newer, base);
  const left = await occurrencesOf(base, matched.base.keyOf);
  const onlyNewer: IssueRow[] = [];
  const persisting: IssueRow[] = [];
  for await (const row of newer.issues()) {
    (left.take(occurrenceKey(row, matched.newer.keyOf)) ? persisting : onlyNewer).push(row);
  }
  const [added, unknownInBase] = split(onlyNewer, wouldHave(matched, 'newer', newer, base));
  const [fixed, unknownInNewer] = split(left.rest(), wouldHave(matched, 'base', base, newer));
  return {
    added,
    fixed,
    persisting,
    unknown: unknownInBase,
    notCompared: { newer: countBySeverity(unknownInBase), base: countBySeverity(unknownInNewer) },
    pages: changedPages(matched),
  };
}

export function countBySeverity(rows: readonly Pick<IssueRow, 'severity'>[]): SeverityCounts {
  const counts = { error: 0, warning: 0, notice: 0 };
  for (const { severity } of rows) counts[severity]++;
  return counts;
}

/** Issues of links to pages that answer with an error: for them, a 5xx is known. */
const OF_LINKS_TO_ERRORS = ['broken-link', 'redirect-to-error'];
/** Issues between which and pages of another domain there is no relation. */
const OF_ONE_DOMAIN = ['indexability-lost'];

const isPageKnown = (issue: string, row: SiteRow) =>
  isRead(row) ||
  (issue === 'server-error' && isServerError(row)) ||
  (issue === 'indexability-lost' && isDisallowed(row));

const isTargetKnown = (issue: string, row: SiteRow) =>
  isRead(row) || (OF_LINKS_TO_ERRORS.includes(issue) && isServerError(row));

/**
 * @param side the crawl that has the occurrences
 * @returns whether the other crawl would have an occurrence: it knows the page and all that the issue depends on
 */
function wouldHave(
  { newer, base, haveSameScope, haveSameDomain }: MatchedCrawls,
  side: 'newer' | 'base',
  own: ComparedCrawl,
  other: ComparedCrawl,
): (row: IssueRow) => boolean {
  const [having, lacking] = side === 'newer' ? [newer, base] : [base, newer];
  const areWhole = haveSameScope && newer.crawl.isComplete && base.crawl.isComplete;
  const missLinks = newer.missesLinks || base.missesLinks;
  const know = (what: Unread) => [newer, base].every(({ crawl }) => !crawl.unread.includes(what));
  const isKnown = (url: string, known: (row: SiteRow) => boolean) => isKnownToBoth(having, lacking, url, known);

  const meets: Record<Dependence, (row: IssueRow) => boolean> = {
    target: ({ issue, target, related }) =>
      [...(target === null ? [] : [target]), ...related].every((url) =>
        isKnown(url, (row) => isTargetKnown(issue, row)),
      ),
    pages: (row) => areWhole && meets.target(row),
    links: () => areWhole && !missLinks,
    texts: () => know('texts'),
    sitemaps: () => areWhole && know('sitemaps'),
    external: ({ target }) => [own, other].every(({ checked }) => checked('external', target)),
    resources: ({ target }) => [own, other].every(({ checked }) => checked('resources', target)),
  };
  return (row) => {
    const { issue, url } = row;
    if (!haveSameDomain && OF_ONE_DOMAIN.includes(issue)) return false;
    return isKnown(url, (page) => isPageKnown(issue, page)) && (dependence[issue] ?? []).every((on) => meets[on](row));
  };
}

/** An address that the crawl with the occurrence does not have either, such as one of another site, decides nothing. */
function isKnownToBoth(
  having: CrawlKnowledge,
  lacking: CrawlKnowledge,
  url: string,
  isKnown: (row: SiteRow) => boolean,
): boolean {
  const key = having.keyOf(url);
  const own = having.rowOf(key);
  const other = lacking.rowOf(key);
  if (own && !isKnown(own)) return false;
  if (other) return isKnown(other);
  return own === undefined || lacking.lacks(own);
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const { first = [], second = [] } = Object.groupBy(items, (item) => (isFirst(item) ? 'first' : 'second'));
  return [first, second];
}

const occurrenceKey = ({ issue, url, target }: IssueRow, keyOf: (url: string) => string) =>
  JSON.stringify([issue, keyOf(url), target === null ? null : keyOf(target)]);

async function occurrencesOf({ issues }: ComparedCrawl, keyOf: (url: string) => string) {
  const byKey = new Map<string, IssueRow[]>();
  for await (const row of issues()) {
    const key = occurrenceKey(row, keyOf);
    const same = byKey.get(key);
    if (same) same.push(row);
    else byKey.set(key, [row]);
  }
  return {
    /** @returns whether there was one more with this key */
    take: (key: string) => byKey.get(key)?.shift() !== undefined,
    rest: () => [...byKey.values()].flat(),
  };
}
