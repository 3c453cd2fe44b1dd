import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import type { Snapshot } from '../../api/api.ts';
import { useText } from '../../language/use-language.ts';
import { FigureChart } from './figure-chart.tsx';
import { figureNames, seriesOf } from './series.ts';

/** A chart for each figure with known values, and the names of the others. */
export function FigureCharts({ snapshots, from, to }: { snapshots: Snapshot[]; from: string; to: string }) {
  const text = useText();
  const figures = figureNames.map((name) => ({ name, series: seriesOf(snapshots, name) }));
  const unknown = figures.filter(({ series }) => series.lines.length === 0);
  return (
    <>
      <ColumnLayout columns={2}>
        {figures
          .filter(({ series }) => series.lines.length > 0)
          .map(({ name, series }) => (
            <FigureChart key={name} name={name} series={series} from={from} to={to} />
          ))}
      </ColumnLayout>
      {unknown.length > 0 && (
        <Box color="text-body-secondary">
          {text.history.not_known(unknown.map(({ name }) => text.history.figures[name]).join(', '))}
        </Box>
      )}
    </>
  );
}
