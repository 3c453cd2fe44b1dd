import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { responseHeaders, success } from './envelope.ts';

/** `null`: an empty cell. */
export type CsvCell = string | number | null;

export interface CsvTable {
  header: string[];
  rows: CsvCell[][];
}

/**
 * RFC 4180: a header row, CRLF after every row, quotes where a cell needs them.
 *
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP's page on CSV injection has
 * it (full-width signs included); numbers stay numbers, negative ones too.
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

interface Forms {
  /** `data` as JSON text. */
  json: () => string;
  csv: () => CsvTable;
}

/** A 200 answer in the form that the `Accept` header prefers: bare CSV, or else JSON in the envelope. */
export function jsonOrCsv(event: APIGatewayProxyEvent, { json, csv }: Forms): APIGatewayProxyResult {
  const answer = prefersCsv(acceptHeader(event))
    ? { statusCode: 200, headers: { ...responseHeaders, 'Content-Type': CSV_TYPE }, body: csvText(csv()) }
    : success(event, json());
  return { ...answer, headers: { ...answer.headers, Vary: 'Accept' } };
}

const CSV_TYPE = 'text/csv; charset=utf-8';

function acceptHeader({ multiValueHeaders }: APIGatewayProxyEvent): string {
  const named = Object.entries(multiValueHeaders ?? {}).filter(([name]) => name.toLowerCase() === 'accept');
  return named.flatMap(([, values]) => values ?? []).join(',');
}

/**
 * Whether CSV is wanted rather than JSON (RFC 9110, 12.5.1). Of two equal qualities the type that is named more
 * exactly wins, and else JSON: the wildcards of browsers get JSON.
 */
export function prefersCsv(accept: string): boolean {
  const ranges = accept.split(',').map(mediaRange);
  const csv = preference(ranges, ['text/csv', 'text/*', '*/*']);
  const json = preference(ranges, ['application/json', 'application/*', '*/*']);
  return csv.quality > json.quality || (csv.quality > 0 && csv.quality === json.quality && csv.rank < json.rank);
}

interface MediaRange {
  type: string;
  quality: number;
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  // What is no weight at all is as if it were not accepted.
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality that the most exact range gives a type, and how exact it is (0 is the type itself). */
function preference(ranges: MediaRange[], byExactness: string[]): { quality: number; rank: number } {
  const rank = byExactness.findIndex((name) => ranges.some(({ type }) => type === name));
  const quality = ranges.find(({ type }) => type === byExactness[rank])?.quality ?? 0;
  return { quality, rank };
}
