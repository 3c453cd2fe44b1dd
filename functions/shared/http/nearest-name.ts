import { closestMatch } from 'leven';

/** Longest name that is compared with others. */
const LONGEST = 100;

/**
 * What is wrong with a name that is none of the known ones: the message names the nearest of them, or all where none is
 * near.
 *
 * @param kind what the names are of, such as `parameter`
 */
export function unknownName(name: string, known: string[], kind: string): string {
  const none = `is no ${kind} here; `;
  if (known.length === 0) return `${none}there are none`;
  const maxDistance = Math.max(1, Math.floor(name.length / 2));
  const nearest = name.length > LONGEST ? undefined : closestMatch(name.toLowerCase(), known, { maxDistance });
  return none + (nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`);
}
