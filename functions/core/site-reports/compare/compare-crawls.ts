import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { ComparedRow } from './compared-row.ts';
import { dependence } from '../issues/dependence.computed.ts';
import type { Dependence } from '../issues/issue.ts';
import type { Unread } from '../../record/site-schema.ts';
import type { SeverityCounts } from '../../crawls/store/item.ts';
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
import { BaseOccurrences, endOf } from './occurrence-keys.ts';
import {
  countBySeverity,
  OccurrenceList,
  type OccurrencePart,
  OccurrencesByIssue,
  type Occurrences,
} from './occurrences.ts';

/** A crawl that has ended, with the occurrences of its issues. */
export interface ComparedCrawl extends CrawledRows {
  /** Ids of its issues, in the order of the list. */
  issueIds: readonly string[];
  /** Returns the occurrences of an issue, in the order of the list and in parts; none if it has none. */
  partsOf: (issue: string) => readonly OccurrencePart[];
  /** Whether the crawl determined the state of an external target, or of a resource, if pages have it. */
  checked: (kind: 'external' | 'resources', url: string | null) => boolean;
}

export interface Comparison {
  /** Occurrences that only the newer crawl has, and that the base would have had. */
  added: Occurrences;
  /** Occurrences that only the base has, and that the newer crawl would have. */
  fixed: Occurrences;
  /** Occurrences of both, as the newer crawl has them. */
  persisting: Occurrences;
  /** Occurrences of the newer crawl of which the base shows nothing. */
  unknown: Occurrences;
  /** Numbers of occurrences that one crawl has, and of which the other one shows nothing. */
  notCompared: { newer: SeverityCounts; base: SeverityCounts };
  /** Pages of both crawls that differ in response or content: the number, and the first ones. */
  pages: { count: number; first: ChangedPage[] };
}

/** A comparison with the positions of all its unknown occurrences in the list of the newer crawl. */
export interface ComparisonWithPositions extends Comparison {
  unknownAt: readonly number[];
}

/** Changed pages that are in memory at most: as many as an answer lists. */
export const MAX_PAGES = 1_000;

/** `failed`: there are new errors; `incomplete`: there may be some that the newer crawl did not find. */
export type Verdict = 'failed' | 'incomplete' | 'passed';

export function verdictOf({ added }: Pick<Comparison, 'added'>, newer: Pick<CrawledRows, 'isComplete'>): Verdict {
  if (countBySeverity(added).error > 0) return 'failed';
  return newer.isComplete ? 'passed' : 'incomplete';
}

/**
 * Compares two crawls. An occurrence is the same where issue, page and target are; of several equal ones on a page, as
 * many persist as both crawls have. One that only one crawl has is new or fixed if the other one would have it, and
 * otherwise not compared (docs/guides/whole-site.md).
 *
 * The crawls are compared issue by issue, so that memory contains the pages of both, and numbers for the occurrences of
 * one issue.
 *
 * @param isListed returns whether an occurrence of the newer crawl is of interest, by its position; absent: all are
 */
export async function compareCrawls(
  newer: ComparedCrawl,
  base: ComparedCrawl,
  isListed: (position: number) => boolean = () => true,
): Promise<ComparisonWithPositions> {
  const matched = matchCrawls(newer, base);
  const isNew = wouldHave(matched, 'newer', newer, base);
  const isFixed = wouldHave(matched, 'base', base, newer);
  const [added, persisting, unknown] = [new OccurrenceList(), new OccurrenceList(), new OccurrenceList()];
  const fixed = new OccurrencesByIssue(base.issueIds);
  const unknownInNewer = new OccurrenceList();
  const unknownAt: number[] = [];
  let position = -1;
  for (const issue of new Set([...newer.issueIds, ...base.issueIds])) {
    const before = new BaseOccurrences(matched.base, matched.newer);
    for (const part of base.partsOf(issue)) await before.addPart(part);
    for (const part of newer.partsOf(issue)) {
      const rows = await part.read();
      for (let index = part.first; index < endOf(part, rows); index++) {
        position += 1;
        const hasBase = before.take(rows, index);
        if (!isListed(position)) continue;
        if (hasBase) {
          persisting.addFrom(issue, rows, index);
          continue;
        }
        const row = rows.rowAt(index);
        if (isNew(row)) added.add(row);
        else {
          unknown.add(row);
          unknownAt.push(position);
        }
      }
    }
    for await (const row of before.rest()) (isFixed(row) ? fixed : unknownInNewer).add(row);
    fixed.trim();
  }
  return {
    ...{ added, persisting, unknown, unknownAt, fixed: fixed.all() },
    notCompared: { newer: countBySeverity(unknown), base: countBySeverity(unknownInNewer) },
    pages: firstOf(changedPages(matched)),
  };
}

function firstOf(pages: Iterable<ChangedPage>): Comparison['pages'] {
  const found: Comparison['pages'] = { count: 0, first: [] };
  for (const page of pages) if (found.count++ < MAX_PAGES) found.first.push(page);
  return found;
}

/** Issues of links to pages that answer with an error: for them, a 5xx is known. */
const OF_LINKS_TO_ERRORS = ['broken-link', 'redirect-to-error'];
/** Issues between which and pages of another domain there is no relation. */
const OF_ONE_DOMAIN = ['indexability-lost'];

const isPageKnown = (issue: string, row: ComparedRow) =>
  isRead(row) ||
  (issue === 'server-error' && isServerError(row)) ||
  (issue === 'indexability-lost' && isDisallowed(row));

const isTargetKnown = (issue: string, row: ComparedRow) =>
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
  const lacks = (row: ComparedRow) => lacking.lacks(row);
  const isKnown = (url: string, known: (row: ComparedRow) => boolean, isAbsent = lacks) =>
    isKnownToBoth({ having, lacking, isAbsent }, url, known);
  const areTargetsKnown = ({ issue, target, related }: IssueRow, isAbsent?: typeof lacks) =>
    [...(target === null ? [] : [target]), ...related].every((url) =>
      isKnown(url, (row) => isTargetKnown(issue, row), isAbsent),
    );

  const meets: Record<Dependence, (row: IssueRow) => boolean> = {
    // The page was read, so that it does not refer to a target that was not requested.
    target: (row) => areTargetsKnown(row, (target) => lacking.hasAllReferences || lacks(target)),
    pages: (row) => areWhole && areTargetsKnown(row),
    links: () => areWhole && !missLinks,
    hidden_links: () => know('hidden_links'),
    skipped_links: () => know('skipped_links'),
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

interface KnownFrom {
  /** The crawl that has the occurrence, and the other one. */
  having: CrawlKnowledge;
  lacking: CrawlKnowledge;
  /** Whether a page that only the first one has does not exist for the other. */
  isAbsent: (row: ComparedRow) => boolean;
}

/** An address that the crawl with the occurrence does not have either, such as one of another site, decides nothing. */
function isKnownToBoth(
  { having, lacking, isAbsent }: KnownFrom,
  url: string,
  isKnown: (row: ComparedRow) => boolean,
): boolean {
  const number = having.numberOf(url);
  const own = having.rowOf(number);
  const other = lacking.rowOf(number);
  if (own && !isKnown(own)) return false;
  if (other) return isKnown(other);
  return own === undefined || isAbsent(own);
}
