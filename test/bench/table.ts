/** One row of the benchmark's table. */
export interface Row {
  what: string;
  samples: number[];
  unit: 'ms' | 'ratio' | 'count' | 'units' | 'KB' | 'MB/s' | 'GB s' | 'USD' | 'pages/s';
  /** Maximum of the median. */
  goal?: number;
  /** Minimum of the median. */
  atLeast?: number;
}

export function median(samples: number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Whether a row reaches its goal; `null` if it has none. */
export function isReached({ samples, goal, atLeast }: Row): boolean | null {
  if (goal === undefined && atLeast === undefined) return null;
  return median(samples) <= (goal ?? Infinity) && median(samples) >= (atLeast ?? -Infinity);
}

/** Returns the table as Markdown: medians, spreads, and goals if there are any. */
export function tableOf(rows: Row[]): string {
  return ['| what | median | spread | goal | |', '|---|---|---|---|---|', ...rows.map(lineOf)].join('\n');
}

function lineOf(row: Row): string {
  const { what, samples, unit } = row;
  const text = (value: number) => value.toFixed(digitsOf(unit, value));
  const spread = samples.length > 1 ? `${text(Math.min(...samples))}–${text(Math.max(...samples))}` : '';
  const reached = { true: 'reached', false: 'missed', null: '' }[`${isReached(row)}`];
  return `| ${what} | ${text(median(samples))}${suffixes[unit] ?? ` ${unit}`} | ${spread} | ${goalOf(row)} | ${reached} |`;
}

const suffixes: Partial<Record<Row['unit'], string>> = { count: '', ratio: '' };

function digitsOf(unit: Row['unit'], value: number): number {
  if (unit === 'count') return 0;
  // Hundredths of a cent.
  if (unit === 'USD' && value < 0.1) return 4;
  if (unit === 'ratio' || unit === 'USD' || unit === 'GB s') return 2;
  return Math.abs(value) < 10 ? 2 : 1;
}

function goalOf({ goal, atLeast }: Row): string {
  if (goal !== undefined) return `≤ ${goal}`;
  return atLeast === undefined ? '' : `≥ ${atLeast}`;
}
