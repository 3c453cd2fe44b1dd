/** Cells of a CSV text (RFC 4180), row by row. Every row ends with CRLF. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
