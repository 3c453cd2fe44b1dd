import type { KeyAllowance } from '../../../contract.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';

/** How much of today's allowance is used, whether it is the owner's own, and how many requests were refused. */
export function usedToday(
  { used, refused, limit_per_day, own_limit_per_day }: KeyAllowance,
  { t, format }: { t: Translate; format: Format },
): string {
  const usedText = used === null ? t('common.not_known') : format.number(used);
  const shown = t('keys.usage.of', { used: usedText, limit: format.number(limit_per_day) });
  const limited = own_limit_per_day === null ? shown : `${shown} (${t('keys.own_allowance')})`;
  return refused ? `${limited} · ${t('keys.refused', { count: refused })}` : limited;
}
