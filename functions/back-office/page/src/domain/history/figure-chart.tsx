import Box from '@cloudscape-design/components/box';
import LineChart from '@cloudscape-design/components/line-chart';
import { DAY_MS } from '../../../../../shared/time/day.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { type FigureName, yDomainOf, type Point } from './series.ts';

const YEAR_MS = 367 * DAY_MS;

interface FigureChartProps {
  name: FigureName;
  points: Point[];
  from: string;
  to: string;
}

/** One figure over the requested range. */
export function FigureChart({ name, points, from, to }: FigureChartProps) {
  const text = useText();
  const format = useFormat();
  const title = text.history.figures[name];
  const only = points.length === 1 ? points[0] : undefined;
  return (
    <section aria-label={title} data-points={points.length}>
      <Box variant="h3" margin={{ bottom: 's' }}>
        {title}
      </Box>
      {name === 'tranco_rank' && <Box color="text-body-secondary">{text.history.rank_hint}</Box>}
      {only ? (
        <Box>{text.history.only_one(format.number(only.y), format.time(only.x.toISOString()))}</Box>
      ) : (
        <LineChart
          ariaLabel={title}
          height={180}
          hideFilter
          hideLegend
          xScaleType="time"
          xDomain={[new Date(from), new Date(to)]}
          yDomain={yDomainOf(points)}
          i18nStrings={{
            xTickFormatter: spansYears(from, to) ? format.month : format.day,
            yTickFormatter: format.number,
            detailPopoverDismissAriaLabel: text.common.close,
          }}
          series={[{ type: 'line', title, data: points, valueFormatter: format.number }]}
        />
      )}
    </section>
  );
}

function spansYears(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) > YEAR_MS;
}
