import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { Progress } from '../ui/progress.tsx';
import { usedInMonth } from './used-in-month.ts';

/** How much of the current month's quota is used. */
export function QuotaUsed({ usage, now }: { usage: KeyUsage; now: number }) {
  const t = useTranslate();
  const format = useFormat();
  if (usage.monthly_quota === null) return <p>{t('keys.usage.no_quota')}</p>;
  const used = usedInMonth(usage, now);
  return (
    <Progress
      label={t('keys.usage.this_month')}
      percent={Math.min(100, Math.round((100 * used) / usage.monthly_quota))}
      detail={t('keys.usage.of', { used: format.number(used), limit: format.number(usage.monthly_quota) })}
    />
  );
}
