import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Costs } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { MixedLineBarChart } from '../shared/charts.ts';
import { WhenSeen } from '../shared/when-seen.tsx';
import { useText } from '../language/use-language.ts';
import { CostsTable } from './costs-table.tsx';

/** Cost of each day and the daily budget, as a chart and a table. */
export function CostsByDay({ costs: { daily_budget_usd: budget, days } }: { costs: Costs }) {
  const text = useText();
  const format = useFormat();
  const today = days[0]?.spent_usd ?? 0;
  const oldestFirst = days.toReversed();
  const most = Math.max(budget, ...days.map(({ spent_usd }) => spent_usd));
  return (
    <SpaceBetween size="l">
      <ProgressBar
        label={text.costs.today}
        value={budget > 0 ? Math.min(100, Math.round((100 * today) / budget)) : 0}
        additionalInfo={text.costs.of(format.usd(today), format.usd(budget))}
      />
      {days.length === 0 ? (
        <Box color="text-body-secondary">{text.costs.empty}</Box>
      ) : (
        <WhenSeen height={180}>
          <MixedLineBarChart
            ariaLabel={text.costs.by_day}
            height={180}
            hideFilter
            xScaleType="categorical"
            xDomain={oldestFirst.map(({ date }) => date)}
            yDomain={[0, most * 1.1 || 1]}
            yTitle={text.costs.by_day}
            i18nStrings={{ xTickFormatter: format.day, yTickFormatter: format.usd }}
            series={[
              {
                type: 'bar',
                title: text.costs.spent,
                valueFormatter: format.usd,
                data: oldestFirst.map(({ date, spent_usd }) => ({ x: date, y: spent_usd })),
              },
              { type: 'threshold', title: text.costs.budget, y: budget, valueFormatter: format.usd },
            ]}
          />
        </WhenSeen>
      )}
      <ExpandableSection headerText={text.common.as_table}>
        <CostsTable of={days} />
      </ExpandableSection>
    </SpaceBetween>
  );
}
