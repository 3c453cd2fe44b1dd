import type { CostDay, Costs } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { sourceName } from '../sources/source-words.ts';
import { Card, Stack } from '../ui/layout.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { Progress } from '../ui/values.tsx';
import { sourcesOf, unattributedOf } from './costs-of-sources.ts';

/** Costs of paid sources. */
export function CostsPart() {
  const t = useTranslate();
  const costs = useLoad(['costs']);
  return (
    <Card title={t('operations.costs.title')}>
      <ShowLoaded of={costs}>{(data) => <CostsByDay costs={data} />}</ShowLoaded>
    </Card>
  );
}

/** What of the daily budget is spent, and the cost of each day by source, as a chart and a table. */
function CostsByDay({ costs: { daily_budget_usd: budget, days } }: { costs: Costs }) {
  const t = useTranslate();
  const format = useFormat();
  const today = days[0]?.spent_usd ?? 0;
  const hasRest = days.some((day) => unattributedOf(day) > 0);
  const parts = [
    ...sourcesOf(days).map((source) => ({
      name: sourceName(source, t),
      usdOf: ({ by_source }: CostDay) => by_source[source] ?? 0,
    })),
    ...(hasRest ? [{ name: t('operations.costs.unattributed'), usdOf: unattributedOf }] : []),
  ];
  return (
    <Stack>
      <Progress
        label={t('operations.costs.today')}
        percent={budget > 0 ? Math.min(100, (100 * today) / budget) : 0}
        detail={t('operations.costs.of', { spent: format.usd(today), budget: format.usd(budget) })}
      />
      {parts.length === 0 ? (
        <p>{t('operations.costs.empty', { days: days.length })}</p>
      ) : (
        <BarChart
          label={t('operations.costs.by_day')}
          header={t('common.date')}
          series={parts}
          bars={days.toReversed().map((day) => ({
            label: format.day(day.date),
            values: parts.map(({ usdOf }) => usdOf(day)),
          }))}
          formatValue={format.usd}
        />
      )}
    </Stack>
  );
}
