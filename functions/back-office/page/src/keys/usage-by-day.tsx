import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { BarChart } from '../ui/charts/bar-chart.tsx';

/** Requests of each day, as a chart and a table. */
export function UsageByDay({ usage }: { usage: KeyUsage }) {
  const t = useTranslate();
  const format = useFormat();
  const isUnused = usage.days.every(({ used }) => used === 0);
  if (isUnused) return <p>{t('keys.usage.empty')}</p>;
  return (
    <BarChart
      label={t('keys.usage.by_day')}
      header={t('common.date')}
      series={[{ name: t('keys.usage.used') }]}
      bars={usage.days.map(({ date, used }) => ({ label: format.day(date), values: [used] }))}
      formatValue={format.number}
    />
  );
}
