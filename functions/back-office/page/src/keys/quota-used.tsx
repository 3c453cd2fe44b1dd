import Box from '@cloudscape-design/components/box';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { usedInMonth } from './used-in-month.ts';

/** How much of the current month's quota is used. */
export function QuotaUsed({ usage, now }: { usage: KeyUsage; now: number }) {
  const text = useText();
  const format = useFormat();
  if (usage.monthly_quota === null) return <Box>{text.usage.no_quota}</Box>;
  const used = usedInMonth(usage, now);
  return (
    <ProgressBar
      label={text.usage.this_month}
      value={Math.min(100, Math.round((100 * used) / usage.monthly_quota))}
      additionalInfo={text.usage.of(format.number(used), format.number(usage.monthly_quota))}
    />
  );
}
