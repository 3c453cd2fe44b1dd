import type { Dictionary } from '../language/dictionary.ts';

/** The end of a key's value, as people compare it with the key that they have. */
export function endOf(endsWith: string | null, text: Dictionary): string {
  return endsWith === null ? text.common.not_known : `…${endsWith}`;
}
