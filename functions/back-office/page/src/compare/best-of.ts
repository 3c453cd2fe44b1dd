import { betterOf } from '../domain/history/better.ts';
import type { FigureName } from '../domain/history/series.ts';

/**
 * The best of some values of a figure.
 *
 * @param values `null`: not known
 * @returns `null` where none is better than another that is known
 */
export function bestOf(name: FigureName, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const better = betterOf(name);
  if (better === undefined || new Set(known).size < 2) return null;
  return better === 'more' ? Math.max(...known) : Math.min(...known);
}
