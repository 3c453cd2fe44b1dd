import type { TestRunner } from './runner.ts';

/** A row by the names of its columns. */
export type Row = Record<string, string>;

/** Reads a CSV (RFC 4180) with a header. */
export function rowsOf(csv: string): Row[] {
  const table: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ',') continue;
    table.push(cells);
    cells = [];
  }
  const [header = [], ...rows] = table;
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [header[index]!, cell])));
}

/** Returns the values of `/seo/query` for the columns that the guide's program requests, as cells. */
export async function figuresOf(domain: string, runner: TestRunner, key: string): Promise<Row> {
  const fields = 'seo_score,page.http_status,page.title,tls.days_remaining';
  const response = await runner.get(`/api/v1/seo/query?domain=${domain}&fields=${fields}`, { key });
  const { data } = (await response.json()) as {
    data: {
      seo_score: number | null;
      page: { http_status: number; title: string } | null;
      tls: { days_remaining: number | null } | null;
    };
  };
  const cell = (value: string | number | null | undefined) => String(value ?? '');
  return {
    seo_score: cell(data.seo_score),
    'page.http_status': cell(data.page?.http_status),
    'page.title': cell(data.page?.title),
    'tls.days_remaining': cell(data.tls?.days_remaining),
  };
}
