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
 * recommends (full-width signs included); numbers stay numbers, including negative ones. So does what follows a semicolon
 * or a tab in a string: where these separate cells, as in many countries' settings, it would begin a cell.
 */
export function csvText({ header, rows }: CsvTable): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const FORMULA_AFTER_SEPARATOR = /([;\t])([=+\-@＝＋－＠][^;\t]*)/g;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function csvCell(value: CsvCell): string {
  const harmless = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '');
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutFormulas(text: string): string {
  const inside = text.replace(FORMULA_AFTER_SEPARATOR, (whole, separator: string, cell: string) =>
    PLAIN_NUMBER.test(cell) ? whole : `${separator}'${cell}`,
  );
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${inside}` : inside;
}
