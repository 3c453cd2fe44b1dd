/** `null`: an empty cell. */
export type CsvCell = string | number | null;

export interface CsvTable {
  header: string[];
  rows: CsvCell[][];
  /** There are more rows than these, and no cursor that leads to them. */
  isCut?: boolean;
  /** Of a list that may be cut off: by which it goes on, or `null` where this is its end. */
  nextCursor?: string | null;
}

/**
 * RFC 4180: a header row, CRLF after every row, quotes where a cell needs them.
 *
 * A string that a spreadsheet would read as a formula gets an apostrophe as prefix, as OWASP's page on CSV injection
 * recommends (full-width signs included); numbers stay numbers, including negative ones.
 */
export function csvText({ header, rows }: CsvTable): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function csvCell(value: CsvCell): string {
  const text = String(value ?? '');
  const isFormula = typeof value === 'string' && FORMULA_START.test(text) && !PLAIN_NUMBER.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
