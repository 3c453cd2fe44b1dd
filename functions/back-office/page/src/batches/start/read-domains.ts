/** A cell in quotes that are closed before the next separator, or else everything up to it. */
const CELL = /"([^"]*(?:""[^"]*)*)"(?=[,;\t\r\n]|$)|[^,;\t\r\n]*/y;
const ROW_END = /\r\n|\r|\n/y;
const SEPARATOR = /[,;\t]/y;

/** What the first row of a table with domains is called, in lower case. */
const HEADERS = new Set([
  ...['domain', 'domains', 'domain name', 'domain_name', 'host', 'hostname', 'url', 'urls', 'site', 'website'],
  ...['address', 'input', '域名', '域名列表', '网址', '网站', '主机'],
]);

/**
 * The domains of a list with one a line, or of a CSV file, of which they are the first column.
 *
 * A header row in front is left out, and so are blank rows after the last domain. Others stay, so that the numbers of rows
 * match, and so do domains that are there twice. Cells may be in quotes (RFC 4180) and separated by commas, semicolons or
 * tabs. Whether a row is a domain is not checked here. The result, one a line, reads as the same again.
 */
export function readDomains(text: string): string[] {
  const cells = firstCells(text.replace(/^\uFEFF/, '')).map(withoutMarks);
  const isHeader = (cell: string) => HEADERS.has(cell.toLowerCase());
  const first = cells.findIndex((cell) => cell !== '' && !isHeader(cell));
  if (first === -1) return [];
  const header = cells.slice(0, first).findLastIndex(isHeader);
  return cells.slice(header + 1, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** No form of a domain has quotes, or needs what stands behind a separator. */
function withoutMarks(cell: string): string {
  const [front] = cell.split(/[,;\t\r\n]/);
  return front!.replaceAll('"', '').replace(/\s+/g, ' ').trim();
}

/** The first cell of each row. */
function firstCells(text: string): string[] {
  const cells: string[] = [];
  let [at, isFirst] = [0, true];
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const [plain, quoted] = skip(CELL)!;
    if (isFirst) cells.push(quoted?.replaceAll('""', '"') ?? plain);
    isFirst = skip(SEPARATOR) === null && skip(ROW_END) !== null;
  }
  return cells;
}
