import './charts.css';
import { arcPath, type ChartTone, toneClass } from './geometry.ts';
import './ring.css';

interface RingProps {
  /** Part of the whole, 0 to 1; `null`: unknown. */
  part: number | null;
  tone: ChartTone;
  /** In the middle: the value, and what it is. */
  value: string;
  caption?: string;
  /** In pixels. */
  size?: number;
}

/** A value as a part of a ring, with its number in the middle. */
export function Ring({ part, tone, value, caption, size = 128 }: RingProps) {
  const width = size / 10;
  const radius = (size - width) / 2;
  return (
    <div className="ui-ring">
      <svg aria-hidden="true" width={size} height={size}>
        <circle className="ui-chart__track" cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} />
        {part !== null && part > 0 && (
          <path
            className={`ui-chart__arc ${toneClass(tone)}`}
            d={arcPath(size / 2, radius, 0, Math.min(part, 1))}
            strokeWidth={width}
          />
        )}
      </svg>
      <div className="ui-ring__centre">
        <b>{value}</b>
        {caption && <span>{caption}</span>}
      </div>
    </div>
  );
}
