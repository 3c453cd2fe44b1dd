/** What a value from 0 to 100 is, of which more is better: the ratings of Lighthouse's scores. */
export type Rating = 'good' | 'fair' | 'poor';

/** Bounds of Lighthouse: 0 to 49 is poor, 50 to 89 needs improvement, 90 to 100 is good. */
const GOOD = 90;
const FAIR = 50;

/**
 * Returns the rating of a score or of a site's health, from which all their colours are derived.
 *
 * @param value 0 to 100
 * @see https://developer.chrome.com/docs/lighthouse/performance/performance-scoring#color-coding
 */
export const ratingOf = (value: number): Rating => (value >= GOOD ? 'good' : value >= FAIR ? 'fair' : 'poor');

const TONES = { good: 'good', fair: 'warn', poor: 'bad' } as const;

/** The tone of a score or of a site's health; `null`: it is unknown. */
export const scoreTone = (value: number | null) => (value === null ? 'none' : TONES[ratingOf(value)]);
