import type { AddressParts } from './address-parts.ts';

/** A path with more segments is none that people made; Heritrix stops at 20. */
export const MOST_SEGMENTS = 15;
/** Longest path, in characters: a title of 100 Chinese characters takes 900. */
export const LONGEST_PATH = 1_500;
/** How often a segment may occur; a link that is relative by mistake adds its own directory at each step. */
export const MOST_REPETITIONS = 2;

const NUMBER = /^\d+$/;

/**
 * Whether a path grows without an end. Numbers may repeat (`/2024/01/01`, `/1/1/1`), names may not.
 *
 * @source https://heritrix.readthedocs.io/en/latest/bean-reference.html (PathologicalPathDecideRule)
 */
export function isEndlessPath({ place, segments }: AddressParts): boolean {
  if (segments.length > MOST_SEGMENTS || place.length > LONGEST_PATH) return true;
  const times = new Map<string, number>();
  for (const segment of segments) {
    const count = (times.get(segment) ?? 0) + 1;
    if (count > MOST_REPETITIONS && !NUMBER.test(segment)) return true;
    times.set(segment, count);
  }
  return false;
}
