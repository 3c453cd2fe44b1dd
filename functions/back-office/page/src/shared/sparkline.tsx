import './sparkline.css';

const WIDTH = 96;
const HEIGHT = 24;
/** Room for the width of the line. */
const MARGIN = 2;

export interface SparklinePoint {
  /** In any unit. */
  at: number;
  y: number;
}

/**
 * A small line without axes.
 *
 * @param points by time
 * @param range least and most value of the line's height
 * @param label what the line shows, in words
 */
export function Sparkline({
  points,
  range: [least, most],
  label,
}: {
  points: SparklinePoint[];
  range: [number, number];
  label: string;
}) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.at === last.at) return null;
  const x = (at: number) => MARGIN + ((at - first.at) / (last.at - first.at)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - ((value - least) / (most - least)) * (HEIGHT - 2 * MARGIN);
  const line = points.map((point) => `${x(point.at).toFixed(1)},${y(point.y).toFixed(1)}`).join(' ');
  return (
    <svg className="sparkline" role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <polyline points={line} />
      <circle cx={x(last.at)} cy={y(last.y)} r="2" />
    </svg>
  );
}
