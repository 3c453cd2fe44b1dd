/** A table as plain text, with columns as wide as their content. */
export function textTable(header: string[], rows: string[][]): string {
  const widths = header.map((name, column) => Math.max(...[name, ...rows.map((row) => row[column]!)].map(length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

const length = (text: string) => text.length;
