import type { CsvPage } from './client.ts';

/**
 * A list of several pages as one CSV text with one header row.
 *
 * @param load one of its pages, from a cursor on or from the beginning
 * @throws {ApiError}
 */
export async function wholeCsv(load: (cursor: string | null) => Promise<CsvPage>): Promise<string> {
  let page = await load(null);
  let { text } = page;
  while (page.nextCursor !== null) {
    page = await load(page.nextCursor);
    text += withoutHeader(page.text);
  }
  return text;
}

/** @param csv whose names of columns have neither quotes nor line ends */
export function withoutHeader(csv: string): string {
  return csv.slice(csv.indexOf('\r\n') + 2);
}
