import type { KeyAllowance } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';

/** How much of today's allowance is used, and whether it was set apart from the plan. */
export function usedToday(
  { used, limit_per_day, own_limit_per_day }: KeyAllowance,
  { text, format }: { text: Dictionary; format: Format },
): string {
  const usedText = used === null ? text.common.not_known : format.number(used);
  const shown = text.usage.of(usedText, format.number(limit_per_day));
  return own_limit_per_day === null ? shown : `${shown} (${text.keys.own_allowance})`;
}
