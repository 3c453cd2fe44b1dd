import type { Translate } from '../language/messages.ts';

/** The end of a key's value, as people compare it with the key that they have. */
export function endOf(endsWith: string | null, t: Translate): string {
  return endsWith === null ? t('common.not_known') : `…${endsWith}`;
}
