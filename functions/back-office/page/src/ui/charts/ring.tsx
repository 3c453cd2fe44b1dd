import './charts.css';
import type { Part } from './distribution.tsx';
import { Legend } from './legend.tsx';
import { arcPath } from './path.ts';
import { toneClass } from './tone.ts';

interface RingProps {
  parts: readonly Part[];
  /** Of which the parts are parts; by default their sum. */
  whole?: number;
  /** The value in the middle, and what it is. */
  value: string;
  caption?: string;
  /** With it, there is a legend of the parts with their values. */
  formatValue?: (value: number) => string;
  /** In pixels. */
  size?: number;
}

/** Parts of a whole as a ring with a value in its middle. */
export function Ring({ parts, whole, value, caption, formatValue, size = 128 }: RingProps) {
  const sum = whole ?? parts.reduce((total, part) => total + part.value, 0);
  const width = size / 10;
  const radius = (size - width) / 2;
  let end = 0;
  const arcs = parts.map((part) => {
    const from = end;
    end += sum > 0 ? part.value / sum : 0;
    return { ...part, from, to: Math.min(end, 1) };
  });
  return (
    <div className="ui-ring">
      <div className="ui-ring__drawing">
        <svg aria-hidden="true" width={size} height={size}>
          <circle className="ui-chart__track" cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} />
          {arcs
            .filter(({ from, to }) => to > from)
            .map(({ name, tone, from, to }) => (
              <path
                key={name}
                className={`ui-chart__arc ${toneClass(tone)}`}
                d={arcPath(size / 2, radius, from, to)}
                strokeWidth={width}
              />
            ))}
        </svg>
        <div className="ui-ring__centre">
          <b>{value}</b>
          {caption}
        </div>
      </div>
      {formatValue && (
        <Legend items={parts.map((part) => ({ name: part.name, value: formatValue(part.value), tone: part.tone }))} />
      )}
    </div>
  );
}
