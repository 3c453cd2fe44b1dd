import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { BarChart } from '../ui/charts/bar-chart.tsx';

/** Requests of each day, as a chart and a table. */
export function UsageByDay({ usage }: { usage: KeyUsage }) {
  const text = useText();
  const format = useFormat();
  const isUnused = usage.days.every(({ used }) => used === 0);
  if (isUnused) return <p>{text.usage.empty}</p>;
  return (
    <BarChart
      label={text.usage.by_day}
      header={text.common.date}
      series={[{ name: text.usage.used }]}
      bars={usage.days.map(({ date, used }) => ({ label: format.day(date), values: [used] }))}
      formatValue={format.number}
    />
  );
}
