import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { IssueTexts } from '../../crawls/store/issue-texts.ts';
import type { SeverityCounts } from '../../crawls/store/item.ts';

/**
 * Occurrences of a list that are in memory at most: as many as a report contains, since GitHub code scanning shows 5,000
 * results of a run. Lists begin with the most severe ones.
 */
export const MAX_LISTED = 5_000;

/** The number of occurrences of an issue. */
export interface IssueCount extends Pick<IssueRow, 'issue' | 'severity'> {
  count: number;
}

/** Occurrences of issues: the first ones, and the numbers of all. */
export interface Occurrences {
  /** In the order of the list, {@link MAX_LISTED} at most. */
  readonly rows: readonly IssueRow[];
  /** By issue, in the order of the list. */
  readonly counts: readonly IssueCount[];
}

/** The rows of an item, by their index in it. */
export type ItemRows = Pick<IssueTexts, 'length' | 'rowAt' | 'urlAt' | 'targetAt'>;

/** Rows of an issue that follow each other in an item. */
export interface OccurrencePart {
  /** Index of the first row. */
  first: number;
  /** The number of rows. */
  rows: number;
  read: () => Promise<ItemRows>;
}

/** Collects occurrences in the order of their list. */
export class OccurrenceList implements Occurrences {
  readonly rows: IssueRow[] = [];
  readonly #counts = new Map<string, IssueCount>();
  /** The count that was added to last: rows of an issue mostly follow each other. */
  #last: IssueCount | undefined;

  get counts(): IssueCount[] {
    return [...this.#counts.values()];
  }

  add(row: IssueRow): void {
    this.#count(row, 1);
    if (this.rows.length < MAX_LISTED) this.rows.push(row);
  }

  /** Adds a row of an item with an issue, which is decoded only if it is listed. */
  addFrom(issue: string, rows: ItemRows, index: number): void {
    // All rows of an issue have its severity.
    if (this.rows.length === MAX_LISTED && this.#last?.issue === issue) this.#last.count += 1;
    else this.add(rows.rowAt(index));
  }

  /** Adds the occurrences that follow in the list. */
  append({ rows, counts }: Occurrences): void {
    for (const each of counts) this.#count(each, each.count);
    this.rows.push(...rows.slice(0, MAX_LISTED - this.rows.length));
  }

  #count({ issue, severity }: Pick<IssueRow, 'issue' | 'severity'>, count: number): void {
    if (this.#last?.issue !== issue || this.#last.severity !== severity) {
      const key = `${severity} ${issue}`;
      this.#last = this.#counts.get(key) ?? { issue, severity, count: 0 };
      this.#counts.set(key, this.#last);
    }
    this.#last.count += count;
  }
}

/** @returns all of these occurrences, in their order */
export function occurrencesOf(...lists: readonly (Occurrences | readonly IssueRow[])[]): Occurrences {
  const all = new OccurrenceList();
  for (const list of lists) {
    if ('rows' in list) all.append(list);
    else for (const row of list) all.add(row);
  }
  return all;
}

/** @returns the occurrences of these severities */
export function ofSeverities({ rows, counts }: Occurrences, severities: readonly IssueRow['severity'][]): Occurrences {
  const isOne = ({ severity }: Pick<IssueRow, 'severity'>) => severities.includes(severity);
  return { rows: rows.filter(isOne), counts: counts.filter(isOne) };
}

/** @returns the number of occurrences */
export function numberOf({ counts }: Occurrences): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

export function countBySeverity({ counts }: Pick<Occurrences, 'counts'>): SeverityCounts {
  const all = { error: 0, warning: 0, notice: 0 };
  for (const { severity, count } of counts) all[severity] += count;
  return all;
}

/** Collects occurrences issue by issue in any order, to be listed in that of the issues. */
export class OccurrencesByIssue {
  readonly #lists: ReadonlyMap<string, OccurrenceList>;

  /** @param issues ids in the order of the list */
  constructor(issues: readonly string[]) {
    this.#lists = new Map(issues.map((issue) => [issue, new OccurrenceList()]));
  }

  add(row: IssueRow): void {
    this.#lists.get(row.issue)!.add(row);
  }

  /** Leaves only the rows that will be listed: those of earlier issues displace those of later ones. */
  trim(): void {
    let left = MAX_LISTED;
    for (const { rows } of this.#lists.values()) {
      rows.length = Math.min(rows.length, left);
      left -= rows.length;
    }
  }

  all(): Occurrences {
    return occurrencesOf(...this.#lists.values());
  }
}
