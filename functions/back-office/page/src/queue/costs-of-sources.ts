import type { CostDay } from '../../../contract.ts';

/** Smaller than the smallest amount that is counted. */
const NOTHING_USD = 0.000_000_5;

/** The sources that cost something on some of the days, by name. */
export function sourcesOf(days: CostDay[]): string[] {
  const spent = days.flatMap(({ by_source }) => Object.entries(by_source).filter(([, usd]) => usd > NOTHING_USD));
  return [...new Set(spent.map(([source]) => source))].sort();
}

/** What was spent on a day by unknown sources: before costs were stored by source. */
export function unattributedOf({ spent_usd, by_source }: CostDay): number {
  const rest = Object.values(by_source).reduce((left, usd) => left - usd, spent_usd);
  return rest > NOTHING_USD ? rest : 0;
}
