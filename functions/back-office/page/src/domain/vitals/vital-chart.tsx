import Box from '@cloudscape-design/components/box';
import { useTranslate } from '../../language/use-translate.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { LineChart } from '../../shared/charts.ts';
import { WhenSeen } from '../../shared/when-seen.tsx';
import type { Point } from '../history/series.ts';
import { type VitalName, vitalThresholds } from './thresholds.ts';

const HEIGHT = 180;
const LINE = '#688ae8';
const GOOD = '#2ea597';
const POOR = '#db0000';

interface VitalChartProps {
  name: VitalName;
  /** Oldest first. */
  points: Point[];
  from: string;
  to: string;
}

/** A figure of visitors over the weeks, with the values up to which it is good and above which it is poor. */
export function VitalChart({ name, points, from, to }: VitalChartProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const { good, poor } = vitalThresholds[name];
  const title = text.history.figures[name];
  const greatest = Math.max(good, ...points.map(({ y }) => y));
  const shown = {
    good: t('domain.vitals.good', { value: format.number(good) }),
    poor: t('domain.vitals.poor', { value: format.number(poor) }),
  };
  const goodWeeks = points.filter(({ y }) => y <= good).length;
  return (
    <section aria-label={title} data-points={points.length}>
      <Box variant="h3">{title}</Box>
      <Box color="text-body-secondary">
        {[
          shown.good,
          shown.poor,
          t('domain.vitals.weeks', { good: format.number(goodWeeks), all: format.number(points.length) }),
        ].join(' · ')}
      </Box>
      <WhenSeen height={HEIGHT}>
        <LineChart
          ariaLabel={title}
          height={HEIGHT}
          hideFilter
          hideLegend
          xScaleType="time"
          xDomain={[format.onAxis(from), format.onAxis(to)]}
          // The poor ones are shown where the figure comes near them.
          yDomain={[0, (greatest > good ? Math.max(greatest, poor) : good) * 1.1]}
          i18nStrings={{
            xTickFormatter: format.chartDay,
            yTickFormatter: format.number,
            detailPopoverDismissAriaLabel: text.common.close,
          }}
          series={[
            {
              type: 'line',
              title,
              color: LINE,
              data: points.map(({ time, y }) => ({ x: format.onAxis(time), y })),
              valueFormatter: format.number,
            },
            { type: 'threshold', title: shown.good, y: good, color: GOOD, valueFormatter: format.number },
            ...(greatest > good
              ? [{ type: 'threshold' as const, title: shown.poor, y: poor, color: POOR, valueFormatter: format.number }]
              : []),
          ]}
        />
      </WhenSeen>
    </section>
  );
}
