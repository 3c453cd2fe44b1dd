import Box from '@cloudscape-design/components/box';
import type { LineChartProps } from '@cloudscape-design/components/line-chart';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';
import { useFormat } from '../../language/use-format.ts';
import { LineChart } from '../../shared/charts.ts';
import { WhenSeen } from '../../shared/when-seen.tsx';
import { useText } from '../../language/use-language.ts';
import { type Scale, scaleOf } from './scale.ts';
import type { FigureName, Series } from './series.ts';

const YEAR_MS = 367 * DAY_MS;
/** The library's first colour of a series: all lines of a figure have it. */
const COLOR = '#688ae8';

interface FigureChartProps {
  name: FigureName;
  series: Series;
  from: string;
  to: string;
}

/** One figure over the requested range; a rank is drawn upside down. Snapshots in which the site did not show its page are vertical marks. */
export function FigureChart({ name, series, from, to }: FigureChartProps) {
  const text = useText();
  const format = useFormat();
  const title = text.history.figures[name];
  const scale = scaleOf(name);
  const points = series.lines.flat();
  const only = points.length === 1 && series.failed.length === 0 ? points[0] : undefined;
  return (
    <section aria-label={title} data-points={points.length}>
      <Box variant="h3" tagOverride="h2" margin={{ bottom: 's' }}>
        {title}
      </Box>
      {only ? (
        <Box>{text.history.only_one(format.number(only.y), format.time(only.time))}</Box>
      ) : (
        <WhenSeen height={180}>
          <LineChart
            ariaLabel={title}
            height={180}
            hideFilter
            hideLegend
            xScaleType="time"
            xDomain={[format.onAxis(from), format.onAxis(to)]}
            yDomain={scale.domain(points.map(({ y }) => y))}
            i18nStrings={{
              xTickFormatter: spansYears(from, to) ? format.chartMonth : format.chartDay,
              yTickFormatter: (value) => format.number(scale.value(value)),
              detailPopoverDismissAriaLabel: text.common.close,
            }}
            series={drawnSeries(title, scale, series, text, format)}
          />
        </WhenSeen>
      )}
    </section>
  );
}

/** The library draws no gaps: each line is a series of its own. */
function drawnSeries(title: string, scale: Scale, { lines, failed }: Series, text: Dictionary, format: Format) {
  const valueFormatter = (value: number) => format.number(scale.value(value));
  return [
    ...lines.map((line) => ({
      type: 'line' as const,
      title,
      color: COLOR,
      data: line.map(({ time, y }) => ({ x: format.onAxis(time), y: scale.onAxis(y) })),
      valueFormatter,
    })),
    ...failed.map(({ time, code }) => ({
      type: 'threshold' as const,
      title: text.history.site_failed(describeFailure({ code }, text)),
      x: format.onAxis(time),
    })),
  ] satisfies LineChartProps<Date>['series'];
}

/** Whether an axis needs the year. */
export function spansYears(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) > YEAR_MS;
}
