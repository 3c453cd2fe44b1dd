import type { SiteState } from '../../../../contract.ts';
import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { Issue } from '../../language/issue-texts.ts';

/** The most severe first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = Issue['severity'];

/** An issue that only earlier crawls had. */
export type PastIssue = SiteState['past_issues'][number];

/** Returns the numbers of kinds of issues, by severity. */
export function countKinds(issues: readonly Pick<Issue, 'severity'>[]) {
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), notices: count('notice') };
}

/** The complete crawl before the last one that has ended; `null`: there is none. */
export function previousCrawl({ history, finished_at }: Pick<SiteAnswer, 'history' | 'finished_at'>) {
  return history?.filter((crawl) => crawl.finished_at < finished_at!).at(-1) ?? null;
}

/** An issue whose number of pages differs from that of the crawl before. */
interface IssueChange extends PastIssue {
  pages: number;
  before: number;
}

/**
 * Compares the issues of a crawl with those of the crawl before.
 *
 * @returns the most severe first, in groups; `null`: there is nothing to compare with
 */
export function issueChanges(site: SiteAnswer, past: readonly PastIssue[]) {
  const { issues } = site;
  const previous = previousCrawl(site);
  if (!previous) return null;
  const counts = new Map(issues?.map(({ id, count }) => [id, count]));
  const all = [...(issues ?? []), ...past].map(({ id, severity, title }): IssueChange => {
    return { id, severity, title, pages: counts.get(id) ?? 0, before: previous.issues[id] ?? 0 };
  });
  const sorted = SEVERITIES.flatMap((severity) => all.filter((issue) => issue.severity === severity));
  return {
    new: sorted.filter(({ pages, before }) => before === 0 && pages > 0),
    more_pages: sorted.filter(({ pages, before }) => before > 0 && pages > before),
    fewer_pages: sorted.filter(({ pages, before }) => pages > 0 && pages < before),
    fixed: sorted.filter(({ pages, before }) => before > 0 && pages === 0),
  };
}
