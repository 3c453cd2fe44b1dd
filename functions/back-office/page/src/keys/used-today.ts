import type { KeyAllowance } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';

/** How much of today's allowance is used, whether it is the owner's own, and how many requests were refused. */
export function usedToday(
  { used, refused, limit_per_day, own_limit_per_day }: KeyAllowance,
  { text, t, format }: { text: Dictionary; t: Translate; format: Format },
): string {
  const usedText = used === null ? text.common.not_known : format.number(used);
  const shown = text.usage.of(usedText, format.number(limit_per_day));
  const limited = own_limit_per_day === null ? shown : `${shown} (${text.keys.own_allowance})`;
  return refused ? `${limited} · ${t('keys.refused', { count: refused })}` : limited;
}
