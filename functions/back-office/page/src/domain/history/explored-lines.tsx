import Box from '@cloudscape-design/components/box';
import type { CSSProperties } from 'react';
import type { LineChartProps } from '@cloudscape-design/components/line-chart';
import type { History } from '../../api/api.ts';
import { describeFailure } from '../../language/describe-failure.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import { useTranslate } from '../../language/use-translate.ts';
import type { Format } from '../../language/format.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { LineChart } from '../../shared/charts.ts';
import { WhenSeen } from '../../shared/when-seen.tsx';
import { spansYears } from './figure-chart.tsx';
import type { Change } from './real-changes.ts';
import { type Scale, scaleOf } from './scale.ts';
import { type FailedSnapshot, type FigureName, type Point, seriesOf } from './series.ts';
import './legend.css';
import type { Shown } from './zoom.ts';

const HEIGHT = 300;
/** More marks would hide the lines. */
const MOST_MARKS = 30;

interface ExploredLinesProps {
  of: History;
  figures: FigureName[];
  shown: Shown;
  /** Those that are marked. */
  changes: Change[];
}

interface Line {
  name: FigureName;
  parts: Point[][];
  failed: FailedSnapshot[];
  values: number[];
  scale: Scale;
}

/** The lines of some figures. One alone has its values on the axis; of several, each has a scale of its own. */
export function ExploredLines({ of: { snapshots }, figures, shown, changes }: ExploredLinesProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const isShown = (time: string) => Date.parse(time) >= shown.from && Date.parse(time) <= shown.to;
  const within = snapshots.filter(({ captured_at }) => isShown(captured_at));
  const lines = figures
    .map((name): Line => {
      const { lines: parts, failed } = seriesOf(within, name);
      return { name, parts, failed, values: parts.flat().map(({ y }) => y), scale: scaleOf(name) };
    })
    .filter(({ values }) => values.length > 0);
  const [first] = lines;
  if (!first) return <Box>{t('domain.explore.none')}</Box>;
  const mark = (time: string, title: string, color: string) => ({
    ...{ type: 'threshold' as const, title, color },
    x: format.onAxis(time),
  });
  const only = lines.length === 1 ? first : null;
  const [from, to] = [new Date(shown.from).toISOString(), new Date(shown.to).toISOString()];
  return (
    <>
      <Legend names={lines.map(({ name }) => text.history.figures[name])} />
      <WhenSeen height={HEIGHT}>
        <LineChart
          ariaLabel={t('domain.explore.title')}
          height={HEIGHT}
          hideFilter
          // It would name each mark.
          hideLegend
          xScaleType="time"
          xDomain={[format.onAxis(from), format.onAxis(to)]}
          yDomain={only ? only.scale.domain(only.values) : [0, 1]}
          i18nStrings={{
            xTickFormatter: spansYears(from, to) ? format.chartMonth : format.chartDay,
            yTickFormatter: (value) => (only ? format.number(only.scale.value(value)) : ''),
            detailPopoverDismissAriaLabel: text.common.close,
          }}
          series={[
            ...lines.flatMap((line, index) => drawn(line, index, only === null, text, format)),
            ...marksOf(changes.filter(({ captured_at }) => isShown(captured_at))).map(({ time, fields }) =>
              mark(
                time,
                t('domain.explore.changed', {
                  figures: fields.map((field) => text.history.figures[field]).join(text.common.comma),
                }),
                MARK,
              ),
            ),
            ...failedIn(lines).map(({ time, code }) =>
              mark(time, text.history.site_failed(describeFailure({ code }, text)), FAILED),
            ),
          ]}
        />
      </WhenSeen>
    </>
  );
}

/** Which line is which. */
function Legend({ names }: { names: string[] }) {
  return (
    <ul className="legend">
      {names.map((name, index) => (
        <li key={name} style={{ '--line': COLORS[index] } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The library's first colours: it would give each part of a line another one. */
const COLORS = ['#688ae8', '#c33d69', '#2ea597', '#8456ce', '#e07941'];
const MARK = '#8c8c94';
const FAILED = '#db0000';

/** The library draws no gaps: each part of a line is a series of its own. */
function drawn({ name, parts, values, scale }: Line, index: number, isOwn: boolean, text: Dictionary, format: Format) {
  const [least, most] = scale.domain(values);
  const height = isOwn ? most - least : 1;
  const start = isOwn ? least : 0;
  return parts.map((part) => ({
    type: 'line' as const,
    title: text.history.figures[name],
    color: COLORS[index]!,
    data: part.map(({ time, y }) => ({ x: format.onAxis(time), y: (scale.onAxis(y) - start) / height })),
    valueFormatter: (value: number) => format.number(round(scale.value(value * height + start))),
  })) satisfies LineChartProps<Date>['series'];
}

/** Without what the way through the scale has added. */
const round = (value: number) => Number(value.toFixed(6));

/** Each snapshot without the home page once: all figures of the page have a gap there. */
function failedIn(lines: Line[]): FailedSnapshot[] {
  return lines.find(({ failed }) => failed.length > 0)?.failed ?? [];
}

/** The newest times at which something changed, with all that did. */
function marksOf(newestFirst: Change[]): { time: string; fields: Change['field'][] }[] {
  const fields = new Map<string, Change['field'][]>();
  for (const { captured_at, field } of newestFirst)
    fields.set(captured_at, [...(fields.get(captured_at) ?? []), field]);
  return [...fields].slice(0, MOST_MARKS).map(([time, changed]) => ({ time, fields: changed }));
}
