import type { Key } from '../../../contract.ts';
import type { Translate } from '../language/messages.ts';
import type { Format } from '../language/format.ts';

/** The last day a key was used, of those that the gateway keeps. */
export function lastUsed({ last_used_on }: Key, { t, format }: { t: Translate; format: Format }): string {
  return last_used_on === null ? t('keys.unused') : format.date(last_used_on);
}
