import type { ValueName } from '../../../../core/record/history-values.ts';

/**
 * How far a metric has to move before it counts as better or worse, as a share of its value and by itself. Less is no
 * event: ranks and estimates of visits differ a little from day to day, and what visitors measured and what a page contains
 * with every visit. A score is computed from the page alone: each of its changes has a cause.
 */
const LEAST_MOVE: Partial<Record<ValueName, { share: number; least: number }>> = {
  tranco_rank: { share: 0.1, least: 5 },
  open_page_rank: { share: 0.02, least: 0.1 },
  organic_etv: { share: 0.1, least: 10 },
  organic_count: { share: 0.1, least: 5 },
  lcp_p75_ms: { share: 0.1, least: 100 },
  inp_p75_ms: { share: 0.1, least: 20 },
  cls_p75: { share: 0.2, least: 0.02 },
  ttfb_p75_ms: { share: 0.1, least: 100 },
  fcp_p75_ms: { share: 0.1, least: 100 },
  word_count: { share: 0.1, least: 20 },
  links_total: { share: 0.1, least: 5 },
  site_pages: { share: 0.05, least: 3 },
};

/** Whether a value differs little from day to day, so that small changes mean nothing. */
export const movesDaily = (field: ValueName) => field in LEAST_MOVE;

/** Whether the change of a value is large enough to mean something. */
export function isRealMove(field: ValueName, from: string | number, to: string | number): boolean {
  const move = LEAST_MOVE[field];
  if (move === undefined || typeof from !== 'number' || typeof to !== 'number') return from !== to;
  const moved = Math.abs(to - from);
  return moved >= move.least && moved >= Math.abs(from) * move.share;
}
