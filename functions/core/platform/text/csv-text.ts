/** `null`: an empty cell. */
export type CsvCell = string | number | null;

export interface CsvTable {
  header: string[];
  rows: CsvCell[][];
  /** There are more rows, and no cursor to request them. */
  isCut?: boolean;
  /** Cursor with which a list continues; `null` at its end. Only for lists with pages. */
  nextCursor?: string | null;
}

/**
 * Returns a table as CSV (RFC 4180): a header row, CRLF after every row, and quotes around a cell that needs them.
 *
 * A string that a spreadsheet would read as a formula gets an apostrophe as prefix, as OWASP's page on CSV injection
 * recommends (including full-width signs); numbers are unchanged, including negative ones. A part of a string after a
 * semicolon, a tab or a line break is treated in the same way: the first two separate cells in the settings of many
 * countries, and some programs split a file into lines before they read quotes.
 */
export function csvText({ header, rows }: CsvTable): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n])([=+\-@＝＋－＠][^;\t\r\n]*)/g;
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
