import type { History, Snapshot } from '../../api/api.ts';

export type FigureName = keyof History['summary'];
export type Point = { x: Date; y: number };

/** The figures with charts: an HTTP status is not a quantity. */
export const figureNames = [
  'seo_score',
  'tranco_rank',
  'open_page_rank',
  'organic_etv',
  'organic_count',
  'lcp_p75_ms',
  'word_count',
  'links_total',
] as const satisfies FigureName[];

/** The known values of a figure, oldest first. */
export function seriesOf(newestFirst: readonly Snapshot[], name: FigureName): Point[] {
  return newestFirst
    .toReversed()
    .flatMap(({ captured_at, [name]: y }) => (y === null ? [] : [{ x: new Date(captured_at), y }]));
}

/** The range of the y axis: the values with a margin of 10 %, at least one unit. */
export function yDomainOf(points: readonly Point[]): [number, number] {
  const values = points.map(({ y }) => y);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((most - least) * 0.1, 1);
  return [Math.max(0, Math.floor(least - margin)), Math.ceil(most + margin)];
}

/** Every change of a history, newest first. */
export function changesOf(newestFirst: readonly Snapshot[]) {
  return newestFirst.flatMap(({ captured_at, changes }) => changes.map((change) => ({ captured_at, ...change })));
}
