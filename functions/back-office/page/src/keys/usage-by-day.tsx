import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { KeyUsage } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { BarChart } from '../shared/charts.ts';
import { WhenSeen } from '../shared/when-seen.tsx';
import { useText } from '../language/use-language.ts';
import { DataTable } from '../shared/data-table.tsx';

/** Requests of each day, as a chart and a table. */
export function UsageByDay({ usage }: { usage: KeyUsage }) {
  const text = useText();
  const format = useFormat();
  const most = Math.max(0, ...usage.days.map(({ used }) => used));
  return (
    <>
      <WhenSeen height={220}>
        <BarChart
          ariaLabel={text.usage.by_day}
          height={220}
          hideFilter
          hideLegend
          xScaleType="categorical"
          xDomain={usage.days.map(({ date }) => date)}
          yDomain={[0, Math.max(1, most)]}
          yTitle={text.usage.by_day}
          i18nStrings={{ xTickFormatter: format.day, yTickFormatter: format.number }}
          series={[
            {
              type: 'bar',
              title: text.usage.used,
              valueFormatter: format.number,
              data: usage.days.map(({ date, used }) => ({ x: date, y: used })),
            },
          ]}
        />
      </WhenSeen>
      {most === 0 && <Box color="text-body-secondary">{text.usage.empty}</Box>}
      <ExpandableSection headerText={text.common.as_table}>
        <DataTable
          variant="embedded"
          ariaLabels={{ tableLabel: text.usage.by_day }}
          items={usage.days.toReversed()}
          trackBy="date"
          columnDefinitions={[
            { id: 'date', header: text.common.date, cell: ({ date }) => format.date(date), isRowHeader: true },
            { id: 'used', header: text.usage.used, cell: ({ used }) => format.number(used) },
            {
              id: 'remaining',
              header: text.usage.remaining,
              cell: ({ remaining }) => (remaining === null ? text.common.not_known : format.number(remaining)),
            },
          ]}
        />
      </ExpandableSection>
    </>
  );
}
