/** One line of the bench's table. */
export interface Row {
  what: string;
  samples: number[];
  unit: 'ms' | 'ratio' | 'count';
  /** Highest median that is good. */
  goal?: number;
}

export function median(samples: number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** The table as Markdown: medians, spreads, and goals where there are some. */
export function tableOf(rows: Row[]): string {
  const lines = rows.map(({ what, samples, unit, goal }) => {
    const digits = unit === 'count' ? 0 : 2;
    const spread =
      samples.length > 1 ? `${Math.min(...samples).toFixed(digits)}–${Math.max(...samples).toFixed(digits)}` : '';
    return `| ${what} | ${median(samples).toFixed(digits)} ${unit} | ${spread} | ${goal === undefined ? '' : `≤ ${goal}`} |`;
  });
  return ['| what | median | spread | goal |', '|---|---|---|---|', ...lines].join('\n');
}
