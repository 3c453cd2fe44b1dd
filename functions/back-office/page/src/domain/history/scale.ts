import { type HistoryMetric, yDomainOf } from './series.ts';

/** Where the values of a metric stand on the axis of a chart. */
export interface Scale {
  onAxis: (value: number) => number;
  /** The value at a place of the axis. */
  value: (onAxis: number) => number;
  /** The range of the axis that shows these values. */
  domain: (values: readonly number[]) => [number, number];
}

const UPWARDS: Scale = {
  onAxis: (value) => value,
  value: (onAxis) => onAxis,
  domain: (values) => yDomainOf(values.map((y) => ({ y }))),
};

/** Less is better, and is above. The library's axes only go up: they have the negative values. */
const DOWNWARDS: Scale = {
  onAxis: (value) => 0 - value,
  value: (onAxis) => 0 - onAxis,
  domain: (values) => {
    const [least, most] = UPWARDS.domain(values);
    return [0 - most, 0 - least];
  },
};

/** A rank is drawn upside down, since 1 is the best. */
export function scaleOf(name: HistoryMetric): Scale {
  return name === 'tranco_rank' ? DOWNWARDS : UPWARDS;
}
