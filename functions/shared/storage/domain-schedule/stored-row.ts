import type { RecordRow } from '../../record/row-of.ts';
import { dayOf } from '../../time/day.ts';

/**
 * What the list of domains shows of a record, as it is stored in the item of the domain: with the keys of the index, it
 * takes at most 400 bytes. Times are seconds since the epoch; what is not known is left out.
 */
export interface StoredRow {
  at: number;
  score?: number;
  rank?: number;
  /** As they were when the domain was last fetched on an earlier day. */
  score_was?: number;
  rank_was?: number;
  failed?: number;
  of?: number;
  code?: string;
}

/** A row, and the figures of the last earlier day on which the domain was fetched. */
export interface ListedRow extends RecordRow {
  scoreBefore: number | null;
  rankBefore: number | null;
}

/** @param before the row that this one takes the place of */
export function storedRow(row: RecordRow, before: StoredRow | undefined): StoredRow {
  const at = secondsOf(row.updatedAt);
  const isNewDay = before !== undefined && dayOf(before.at * 1_000) !== dayOf(at * 1_000);
  return {
    at,
    ...given('score', row.score),
    ...given('rank', row.rank),
    ...given('score_was', isNewDay ? before.score : before?.score_was),
    ...given('rank_was', isNewDay ? before.rank : before?.rank_was),
    ...given('failed', row.failed || null),
    ...given('of', row.scoreOf === null ? null : secondsOf(row.scoreOf)),
    ...given('code', row.scoreError),
  };
}

export function readRow({ at, score, rank, score_was, rank_was, failed, of, code }: StoredRow): ListedRow {
  return {
    updatedAt: timeOf(at),
    score: score ?? null,
    scoreOf: of === undefined ? null : timeOf(of),
    scoreError: code ?? null,
    rank: rank ?? null,
    failed: failed ?? 0,
    scoreBefore: score_was ?? null,
    rankBefore: rank_was ?? null,
  };
}

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1_000);
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

function given<Name extends keyof StoredRow>(
  name: Name,
  value: StoredRow[Name] | null | undefined,
): Partial<StoredRow> {
  return value === null || value === undefined ? {} : { [name]: value };
}
