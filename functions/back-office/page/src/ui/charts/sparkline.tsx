import './charts.css';
import { areaPath, linePath, runsOf } from './path.ts';
import { positionOf } from './scale.ts';

const MARGIN = 3;

interface SparklineProps {
  /** What it shows, in words. */
  label: string;
  /** By time, in any unit; `null` where the value is unknown. */
  points: readonly { at: number; value: number | null }[];
  /** Least and greatest value of the line's height; by default those of the points. */
  range?: readonly [least: number, most: number];
  width?: number;
  height?: number;
}

/** A small line without axes. Nothing is drawn for fewer than two known values. */
export function Sparkline({ label, points, range, width = 96, height = 28 }: SparklineProps) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return null;
  const [least, most] = range ?? [Math.min(...values), Math.max(...values)];
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
        <g key={run[0]!.x}>
          <path className="ui-chart__area" d={areaPath(run, height)} />
          <path className="ui-chart__line" d={linePath(run)} strokeWidth="1.5" />
        </g>
      ))}
      <circle cx={last.x} cy={last.y} r="2.5" fill="currentColor" />
    </svg>
  );
}
