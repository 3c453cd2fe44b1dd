import { DAY_MS } from '../../../../core/platform/time/day.ts';
import type { DomainRow } from '../../../contract.ts';
import { changeOf } from '../shared/before.ts';
import { type PortfolioRow, portfolioRow } from '../domains/portfolio-row.ts';

const WEEK_DAYS = 7;

/**
 * The domains that were fetched in the last week and whose score or rank is another one than about a week before that:
 * first those whose score has changed most, then those whose rank has.
 *
 * @param now milliseconds since the epoch
 */
export function movedDomains(domains: readonly DomainRow[], now: number): PortfolioRow[] {
  return domains
    .filter(({ updated_at }) => updated_at !== null && now - Date.parse(updated_at) <= WEEK_DAYS * DAY_MS)
    .map((domain) => portfolioRow(domain, now, WEEK_DAYS))
    .map((row) => ({ row, score: scoreMove(row), rank: rankMove(row) }))
    .filter(({ score, rank }) => score + rank > 0)
    .sort((one, other) => other.score - one.score || other.rank - one.rank)
    .map(({ row }) => row);
}

/** A score of an earlier fetch has not moved. */
const scoreMove = ({ seo_score, score_of, score_before }: PortfolioRow) =>
  score_of === null ? Math.abs(changeOf(seo_score, score_before) ?? 0) : 0;

/** In parts of the rank: ten places are much at the top, and nothing far below. */
function rankMove({ tranco_rank, rank_before }: PortfolioRow): number {
  const change = changeOf(tranco_rank, rank_before);
  return change === null ? 0 : Math.abs(change) / rank_before!.value;
}
