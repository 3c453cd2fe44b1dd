import type { CSSProperties } from 'react';

interface Place {
  x: number;
  y: number;
}

/**
 * Returns the paths of a line: one for each run of known places.
 *
 * @param places in order; `null` where the value is unknown
 */
export function runsOf(places: readonly (Place | null)[]): Place[][] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place) runs.at(-1)!.push(place);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The `d` of a path along places. */
export const linePath = (places: readonly Place[]) =>
  `M${places.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;

/** The `d` of the area between places and a height. */
export const areaPath = (places: readonly Place[], bottom: number) =>
  `${linePath(places)}L${round(places.at(-1)!.x)} ${round(bottom)}L${round(places[0]!.x)} ${round(bottom)}Z`;

/**
 * The `d` of a part of a ring, clockwise from the top.
 *
 * @param from as a part of the whole ring, 0 to 1
 * @param to as a part of the whole ring, less than 1 after `from`
 */
export function arcPath(centre: number, radius: number, from: number, to: number): string {
  const at = (part: number) => {
    const angle = 2 * Math.PI * part - Math.PI / 2;
    return `${round(centre + radius * Math.cos(angle))} ${round(centre + radius * Math.sin(angle))}`;
  };
  // A whole circle has no direction: its two ends are a little apart.
  const end = Math.min(to, from + 0.9999);
  return `M${at(from)}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${at(end)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A scale of a chart's axis. */
export interface Scale {
  least: number;
  most: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns a scale with round ticks that contains all values. From zero, whole values have whole ticks.
 *
 * @param values finite numbers
 * @param count of ticks, approximately
 * @param fromZero begins at zero, as bars do
 */
export function scaleOf(values: readonly number[], count = 4, fromZero = false): Scale {
  const lowest = values.length > 0 ? Math.min(...values) : 0;
  const highest = values.length > 0 ? Math.max(...values) : 1;
  const bottom = fromZero ? Math.min(0, lowest) : lowest;
  const top = fromZero ? Math.max(0, highest) : highest;
  const isCount = fromZero && values.every(Number.isInteger);
  const step = roundStep((top - bottom || Math.abs(top) || 1) / count, isCount);
  const first = Math.floor(bottom / step);
  // A line of one height is between two ticks.
  const last = Math.max(Math.ceil(top / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  return { least: ticks[0]!, most: ticks.at(-1)!, ticks };
}

/**
 * @param isWhole whether only whole numbers are returned
 * @returns the least of 1, 2, 2.5, 5 and 10 times a power of ten that is not less than `step`
 */
function roundStep(step: number, isWhole: boolean): number {
  const least = isWhole ? Math.max(1, step) : step;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = STEPS.map((factor) => factor * power);
  return steps.find((one) => one >= least * (1 - 1e-9) && (!isWhole || Number.isInteger(one)))!;
}

/** Removes what the multiplication of fractions adds. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** Where a value is between 0 (least) and 1 (most). */
export const positionOf = (value: number, { least, most }: Pick<Scale, 'least' | 'most'>) =>
  most === least ? 0.5 : (value - least) / (most - least);

/**
 * Returns the positions of labels below an axis that has one value for each position.
 *
 * @param length how many positions there are
 * @param most how many labels there may be
 */
export function labelledPositions(length: number, most: number): number[] {
  if (length <= 0 || most < 1) return [];
  if (length === 1 || most === 1) return [length - 1];
  const count = Math.min(most, length);
  const step = Math.ceil((length - 1) / (count - 1));
  const from = (length - 1) % step;
  return Array.from({ length: Math.floor((length - 1) / step) + 1 }, (_, index) => from + index * step);
}

/** Colour of a series or part: a number of the palette, or a meaning. */
export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 'good' | 'warn' | 'bad' | 'none';

export function toneStyle(tone: ChartTone): CSSProperties {
  const name = typeof tone === 'number' ? `series-${tone}` : tone === 'none' ? 'border-field' : tone;
  return { '--tone': `var(--${name})`, color: 'var(--tone)' } as CSSProperties;
}

/** The palette's colour for each of some series, in their order. */
export const toneAt = (index: number) => ((index % 10) + 1) as ChartTone;
