import './charts.css';
import { Legend } from './legend.tsx';
import { type ChartTone, toneClass } from './tone.ts';

export interface Part {
  name: string;
  value: number;
  tone: ChartTone;
}

interface DistributionProps {
  parts: readonly Part[];
  formatValue: (value: number) => string;
}

/** Parts of a whole as one bar, with their names and values below it. */
export function Distribution({ parts, formatValue }: DistributionProps) {
  return (
    <div className="ui-distribution">
      <div className="ui-distribution__bar" aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ name, value, tone }) => (
            <span key={name} className={`ui-distribution__part ${toneClass(tone)}`} style={{ flexGrow: value }} />
          ))}
      </div>
      <Legend items={parts.map(({ name, value, tone }) => ({ name, value: formatValue(value), tone }))} />
    </div>
  );
}
