import { isWholeSite, type SeverityCounts } from '../crawls/store/item.ts';
import type { EndedCrawl, EvidenceReader, HistoryEntry } from '../crawls/store/site-crawls.ts';
import type { SiteResult } from '../record/site-schema.ts';
import { compareCrawls, type Comparison } from './compare/compare-crawls.ts';
import { countBySeverity, type Occurrences } from './compare/occurrences.ts';
import { readCompared } from './compare/stored-crawl.ts';
import { catalogue } from './issues/catalogue.computed.ts';

/** An issue, with the number of its occurrences. */
type IssueCount = Pick<SiteResult['issues'][number], 'id' | 'severity' | 'title' | 'count'>;

interface ComparedSite {
  state: 'compared';
  /** The crawl that the audit is compared with, and when it ended. */
  crawl_id: string;
  since: string;
  /** Numbers of occurrences; those not compared depend on what one of the crawls did not read. */
  counts: Record<'new' | 'fixed' | 'persisting', SeverityCounts> & { not_compared: number };
  /** The most severe first, then by occurrences. */
  new: IssueCount[];
  fixed: IssueCount[];
}

/**
 * How the audit of a site differs from the complete crawl of the whole site before it. `first`: the audit is the first
 * crawl; `no_base`: none of the crawls before it was complete, or they are stored no longer; `incomplete`: the audit has
 * not all pages of the site; `too_large`: they have too many occurrences to be compared while a reader waits.
 */
export type SiteProgress =
  ComparedSite | { state: 'first' | 'no_base' | 'incomplete' } | { state: 'too_large'; since: string };

/**
 * Occurrences of a crawl up to which it is compared while a reader waits: a crawl of 20,000 pages of 150 links has as many,
 * and the comparison of two takes about two seconds.
 */
const MAX_OCCURRENCES = 300_000;

/** Comparisons that an instance keeps: two crawls that have ended always have the same one. */
const MAX_KEPT = 20;

type ProgressReader = Pick<EvidenceReader, 'list' | 'readRowParts' | 'readResult' | 'readDirectory' | 'readIssueTexts'>;

/**
 * Creates the function that compares the audit of a domain with the complete crawl of the whole site before it, whoever
 * started that one.
 */
export function createProgressReader(crawls: ProgressReader) {
  const kept = new Map<string, ComparedSite>();
  const compare = async (audit: EndedCrawl, base: EndedCrawl): Promise<ComparedSite> => {
    const key = `${audit.domain} ${audit.id} ${base.id}`;
    const known = kept.get(key);
    if (known) return known;
    const newer = await readCompared(audit, crawls);
    const progress = progressOf(base, await compareCrawls(newer, await readCompared(base, crawls, newer.rows)));
    kept.set(key, progress);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return progress;
  };

  /** @param history of the domain, which contains crawls for longer than they are stored */
  return async (audit: EndedCrawl, history: readonly HistoryEntry[]): Promise<SiteProgress> => {
    if (!audit.isComplete) return { state: 'incomplete' };
    const before = (await crawls.list(audit.domain)).filter(({ id }) => id < audit.id);
    const base = before.find(({ isComplete, scope }) => isComplete && isWholeSite(scope));
    const isFirst = before.length === 0 && !history.some(({ crawl_id }) => crawl_id < audit.id);
    if (!base) return { state: isFirst ? 'first' : 'no_base' };
    if ([audit, base].some(({ summary }) => sumOf(summary.issues) > MAX_OCCURRENCES)) {
      return { state: 'too_large', since: base.finishedAt };
    }
    return compare(audit, base);
  };
}

function progressOf(base: EndedCrawl, { added, fixed, persisting, notCompared }: Comparison): ComparedSite {
  return {
    state: 'compared',
    crawl_id: base.id,
    since: base.finishedAt,
    counts: {
      new: countBySeverity(added),
      fixed: countBySeverity(fixed),
      persisting: countBySeverity(persisting),
      not_compared: sumOf(notCompared.newer) + sumOf(notCompared.base),
    },
    new: byIssue(added),
    fixed: byIssue(fixed),
  };
}

/** Returns the numbers of occurrences by issue, in the catalogue's terms: the most severe first, then by number. */
function byIssue({ counts: ofIssues }: Occurrences): IssueCount[] {
  const counts = new Map(ofIssues.map(({ issue, count }) => [issue, count]));
  const severities = ['error', 'warning', 'notice'];
  return catalogue.items
    .flatMap(({ id, severity, title }) => {
      const count = counts.get(id) ?? 0;
      return count === 0 ? [] : [{ id, severity, title, count }];
    })
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.count - a.count);
}

const sumOf = ({ error, warning, notice }: SeverityCounts) => error + warning + notice;
