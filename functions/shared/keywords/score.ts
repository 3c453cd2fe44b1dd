/** Changes with the formulas: scores of different versions cannot be compared. */
export const SCORE_VERSION = '1';

/** A keyword in the suggestions of engines. */
export interface Suggested {
  /** Position (1 is the first) in the suggestions of each engine. */
  ranks: Partial<Record<string, number>>;
  /** Number of engines that answered, whether they suggested it or not. */
  asked: number;
  wordCount: number;
}

/**
 * A score from autocomplete alone. Three quarters are demand: the mean over the engines that answered of
 * 11 / (10 + rank), which is 1 where every engine puts it first (reciprocal rank fusion). One quarter is how specific
 * it is: 25 points a word beyond the first.
 *
 * @returns integer, 0 to 100
 */
export function autocompleteScore({ ranks, asked, wordCount }: Suggested): number {
  const known = Object.values(ranks).filter((rank): rank is number => rank !== undefined && rank >= 1);
  const sum = known.reduce((total, rank) => total + 11 / (10 + rank), 0);
  const demand = (100 * sum) / Math.max(asked, known.length, 1);
  return percent(0.75 * demand + 0.25 * Math.min(100, 25 * Math.max(0, wordCount - 1)));
}

/** What a provider of search data measured. */
export interface Measured {
  /** Searches a month. */
  searchVolume: number;
  /** 0 to 100. */
  keywordDifficulty: number;
}

/**
 * A score from measured figures: six tenths volume on a logarithmic scale (full at 100,000 searches a month), four
 * tenths low difficulty.
 *
 * @returns integer, 0 to 100
 */
export function providerScore({ searchVolume, keywordDifficulty }: Measured): number {
  const volume = Math.min(100, 20 * Math.log10(1 + Math.max(0, searchVolume)));
  return percent(0.6 * volume + 0.4 * (100 - Math.min(100, Math.max(0, keywordDifficulty))));
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
