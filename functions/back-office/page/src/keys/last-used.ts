import type { Key } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';

/** The last day a key was used, of those that the gateway keeps. */
export function lastUsed({ last_used_on }: Key, { text, format }: { text: Dictionary; format: Format }): string {
  return last_used_on === null ? text.keys.unused : format.date(last_used_on);
}
