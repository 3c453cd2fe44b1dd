import { isWholeSite, type SeverityCounts } from '../crawls/store/item.ts';
import type { EndedCrawl, EvidenceReader, HistoryEntry } from '../crawls/store/site-crawls.ts';
import type { SiteResult } from '../record/site-schema.ts';
import type { Comparison } from './compare/compare-crawls.ts';
import { countBySeverity, type Occurrences } from './compare/occurrences.ts';
import { compareNow, readStoredComparison } from './compare/stored-comparison.ts';
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
 * not all pages of the site; `too_large`: their comparison is not stored, and they
 * have too many occurrences to be compared while a reader waits.
 */
export type SiteProgress =
  ComparedSite | { state: 'first' | 'no_base' | 'incomplete' } | { state: 'too_large'; since: string };

/**
 * Occurrences of a crawl up to which it is compared while a reader waits: a crawl of 20,000 pages of 150 links has as many,
 * and the comparison of two takes about two seconds. That with the crawl before, in most cases the same, is stored.
 */
const MAX_OCCURRENCES = 300_000;

type ProgressReader = Pick<
  EvidenceReader,
  'list' | 'readComparison' | 'readRowParts' | 'readResult' | 'readDirectory' | 'readIssueTexts'
>;

/**
 * Returns how the audit of a domain differs from the complete crawl of the whole site before it, whoever started that one.
 *
 * @param history of the domain, which contains crawls for longer than they are stored
 */
export async function readProgress(
  audit: EndedCrawl,
  history: readonly HistoryEntry[],
  crawls: ProgressReader,
): Promise<SiteProgress> {
  if (!audit.isComplete) return { state: 'incomplete' };
  const before = (await crawls.list(audit.domain)).filter(({ id }) => id < audit.id);
  const base = before.find(({ isComplete, scope }) => isComplete && isWholeSite(scope));
  const isFirst = before.length === 0 && !history.some(({ crawl_id }) => crawl_id < audit.id);
  if (!base) return { state: isFirst ? 'first' : 'no_base' };
  const stored = await readStoredComparison(audit, base, crawls);
  if (stored) return progressOf(base, stored);
  if ([audit, base].some(({ summary }) => summary.issues && sumOf(summary.issues) > MAX_OCCURRENCES)) {
    return { state: 'too_large', since: base.finishedAt };
  }
  return progressOf(base, await compareNow(audit, base, crawls));
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
