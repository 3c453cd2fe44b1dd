import { useMemo } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { ChartData, Frame, Legend, yOf } from './frame.tsx';
import { areaPath, type ChartTone, linePath, positionOf, runsOf, scaleOf, toneAt, toneStyle } from './geometry.ts';
import './charts.css';

export interface Series {
  name: string;
  /** By time, in milliseconds since the epoch; `null` where the value is unknown. */
  points: readonly { at: number; value: number | null }[];
  tone?: ChartTone;
}

/** A vertical line at a time at which something happened. */
export interface ChartMark {
  /** In milliseconds since the epoch. */
  at: number;
  label: string;
  tone: ChartTone;
}

/** A horizontal line at a value, such as a threshold. */
interface ChartLimit {
  value: number;
  label: string;
  tone: ChartTone;
}

interface LineChartProps {
  /** What it shows, for assistive technology. */
  label: string;
  series: readonly Series[];
  formatValue: (value: number) => string;
  formatTime: (at: number) => string;
  /** Of a value below the pointer and in the table; by default as on the axis. */
  formatPoint?: (at: number) => string;
  /** In pixels. */
  height?: number;
  /** Above is less, as with ranks. */
  isReversed?: boolean;
  /** The scale begins at zero, and the area below the line is filled. */
  isArea?: boolean;
  /** Least and greatest value of the scale, such as those that are possible; by default those of the values. */
  range?: readonly [least: number, most: number];
  /** The period that is shown; by default from the first value to the last. */
  span?: { least: number; most: number };
  marks?: readonly ChartMark[];
  limits?: readonly ChartLimit[];
}

const NONE: readonly ChartMark[] = [];

/** Values over time: one line for each series, a legend for more than one, and the same as a table. */
export function LineChart(props: LineChartProps) {
  const { label, series, formatValue, formatTime, height = 220, isReversed = false, isArea = false } = props;
  const { marks = NONE, limits = [], range = [], formatPoint = formatTime } = props;
  const t = useTranslate();
  const times = useMemo(() => timesOf(series, marks), [series, marks]);
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
  const scale = scaleOf([...values, ...range, ...limits.map(({ value }) => value)], 4, isArea);
  const span = props.span ?? { least: times[0] ?? 0, most: times.at(-1) ?? 0 };
  const labelOfMark = new Map(marks.map(({ at, label }) => [at, label]));
  const lines = series.map((one, index) => ({
    ...one,
    tone: one.tone ?? toneAt(index),
    byTime: new Map(one.points.map(({ at, value }) => [at, value])),
  }));
  const show = (value: number | null | undefined) => (value == null ? '–' : formatValue(value));
  return (
    <div className="ui-chart">
      {series.length > 1 && <Legend items={lines} />}
      <Frame
        label={label}
        height={height}
        scale={scale}
        formatValue={formatValue}
        isReversed={isReversed}
        labels={(most) => timeLabels(span, props.span ? most : Math.min(most, times.length), formatTime)}
        nearest={(at) => nearestTo(times, span.least + at * (span.most - span.least))}
        tip={(index) => ({
          at: positionOf(times[index]!, span),
          content: (
            <>
              <div className="ui-chart__tip-title">{formatPoint(times[index]!)}</div>
              {series.length > 1 ? (
                <Legend items={lines.map((one) => ({ ...one, value: show(one.byTime.get(times[index]!)) }))} />
              ) : (
                <b>{show(lines[0]?.byTime.get(times[index]!))}</b>
              )}
              {labelOfMark.has(times[index]!) && <div>{labelOfMark.get(times[index]!)}</div>}
            </>
          ),
        })}
      >
        {(area, pointed) => {
          const x = (at: number) => area.left + positionOf(at, span) * (area.right - area.left);
          const place = ({ at, value }: { at: number; value: number | null }) =>
            value === null ? null : { x: x(at), y: yOf(value, scale, area, isReversed) };
          return (
            <>
              {limits.map(({ value, label, tone }) => (
                <line
                  key={label}
                  className="ui-chart__limit"
                  style={toneStyle(tone)}
                  x1={area.left}
                  x2={area.right}
                  y1={yOf(value, scale, area, isReversed)}
                  y2={yOf(value, scale, area, isReversed)}
                />
              ))}
              {marks.map(({ at, tone }) => (
                <line
                  key={at}
                  className="ui-chart__mark"
                  style={toneStyle(tone)}
                  x1={x(at)}
                  x2={x(at)}
                  y1={area.top}
                  y2={area.bottom}
                />
              ))}
              {pointed !== null && (
                <line
                  className="ui-chart__cursor"
                  x1={x(times[pointed]!)}
                  x2={x(times[pointed]!)}
                  y1={area.top}
                  y2={area.bottom}
                />
              )}
              {lines.map(({ name, points, tone, byTime }) => {
                const at = pointed === null ? undefined : times[pointed];
                const dot = at === undefined ? null : place({ at, value: byTime.get(at) ?? null });
                return (
                  <g key={name} style={toneStyle(tone)}>
                    {runsOf(points.map(place)).map((run) =>
                      run.length === 1 ? (
                        <circle key={run[0]!.x} className="ui-chart__dot" cx={run[0]!.x} cy={run[0]!.y} r="4" />
                      ) : (
                        <g key={run[0]!.x}>
                          {isArea && <path className="ui-chart__area" d={areaPath(run, area.bottom)} />}
                          <path className="ui-chart__line" d={linePath(run)} />
                        </g>
                      ),
                    )}
                    {dot && <circle className="ui-chart__dot" cx={dot.x} cy={dot.y} r="5" />}
                  </g>
                );
              })}
            </>
          );
        }}
      </Frame>
      <ChartData
        label={label}
        header={t('ui.time')}
        series={[...series.map(({ name }) => name), ...(marks.length > 0 ? [t('ui.note')] : [])]}
        rows={() =>
          times.map((at) => ({
            label: formatPoint(at),
            values: [
              ...lines.map(({ byTime }) => show(byTime.get(at))),
              ...(marks.length > 0 ? [labelOfMark.get(at) ?? ''] : []),
            ],
          }))
        }
      />
    </div>
  );
}

function timesOf(series: readonly Series[], marks: readonly ChartMark[]): number[] {
  const times = [...series.flatMap(({ points }) => points), ...marks].map(({ at }) => at);
  return [...new Set(times)].sort((one, other) => one - other);
}

/** Number of characters of a label that the frame has room for. */
const LABEL_LENGTH = 7;

/** Labels at equal distances, fewer if they are long, without those that would read the same as the one before. */
function timeLabels(span: { least: number; most: number }, room: number, format: (at: number) => string) {
  if (room === 0) return [];
  if (span.least === span.most) return [{ at: 0.5, text: format(span.least) }];
  const most = Math.max(2, Math.floor(room * Math.min(1, LABEL_LENGTH / format(span.least).length)));
  const all = Array.from({ length: most }, (_, index) => index / (most - 1));
  const labels = all.map((at) => ({ at, text: format(span.least + at * (span.most - span.least)) }));
  return labels.filter(({ text }, index) => text !== labels[index - 1]?.text);
}

function nearestTo(times: readonly number[], at: number): number | null {
  if (times.length === 0) return null;
  let best = 0;
  for (const [index, time] of times.entries()) if (Math.abs(time - at) < Math.abs(times[best]! - at)) best = index;
  return best;
}

const MARGIN = 3;

interface SparklineProps {
  /** What it shows, in words. */
  label: string;
  /** By time, in any unit; `null` where the value is unknown. */
  points: readonly { at: number; value: number | null }[];
  /** The height of the line is at least this difference of values: smaller changes are not to look like large ones. */
  leastSpan: number;
  width?: number;
  height?: number;
}

/** The least difference of values from 0 to 100 that a small line shows as its whole height. */
export const SCORE_SPAN = 20;

/**
 * A small line without axes, and without an area below it, which would look like a part of a whole: it begins at no zero.
 * Nothing is drawn for fewer than two known values.
 */
export function Sparkline({ label, points, leastSpan, width = 96, height = 28 }: SparklineProps) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return null;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(0, (leastSpan - (highest - lowest)) / 2);
  const [least, most] = [lowest - margin, highest + margin];
  const span = { least: points[0]!.at, most: points.at(-1)!.at };
  const places = points.map(({ at, value }) =>
    value === null
      ? null
      : {
          x: MARGIN + positionOf(at, span) * (width - 2 * MARGIN),
          y: height - MARGIN - positionOf(value, { least, most }) * (height - 2 * MARGIN),
        },
  );
  const runs = runsOf(places);
  const last = runs.at(-1)!.at(-1)!;
  return (
    <svg className="ui-sparkline" role="img" aria-label={label} width={width} height={height}>
      {runs.map((run) => (
        <path key={run[0]!.x} className="ui-chart__line" d={linePath(run)} />
      ))}
      <circle cx={last.x} cy={last.y} r="2.5" fill="currentColor" />
    </svg>
  );
}
