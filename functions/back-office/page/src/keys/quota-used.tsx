import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { Progress } from '../ui/progress.tsx';
import { usedInMonth } from './used-in-month.ts';

/** How much of the current month's quota is used. */
export function QuotaUsed({ usage, now }: { usage: KeyUsage; now: number }) {
  const text = useText();
  const format = useFormat();
  if (usage.monthly_quota === null) return <p>{text.usage.no_quota}</p>;
  const used = usedInMonth(usage, now);
  return (
    <Progress
      label={text.usage.this_month}
      percent={Math.min(100, Math.round((100 * used) / usage.monthly_quota))}
      detail={text.usage.of(format.number(used), format.number(usage.monthly_quota))}
    />
  );
}
