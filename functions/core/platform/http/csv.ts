import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Format } from './parameters.ts';
import { responseHeaders, success } from './envelope.ts';
import { requestHeader } from './headers.ts';
import { type CsvTable, csvText } from '../text/csv-text.ts';
import { withoutEnd, withoutStart } from '../text/trim.ts';

/** How an answer is returned as CSV. */
export interface CsvForm {
  /** Value of the parameter `format`, which overrides the header `Accept`. */
  format: Format | undefined;
  /** Parts of the CSV file's name, from the request (see {@link attachment}). */
  name: () => readonly (string | null | undefined)[];
  table: () => CsvTable;
}

interface Forms extends CsvForm {
  /** Default: 200. */
  status?: 200 | 202;
  /** `data` as JSON text. */
  json: string;
}

/** Returns plain CSV, or JSON in the envelope, by the parameter `format` or else the header `Accept`. */
export function jsonOrCsv(
  event: APIGatewayProxyEvent,
  { format, status = 200, name, json, table }: Forms,
): APIGatewayProxyResult {
  const answer = isCsvRequested(event, format)
    ? { ...csvAnswer(table(), name), statusCode: status }
    : success(event, json, status);
  return { ...answer, headers: { ...answer.headers, Vary: `Accept, ${responseHeaders.Vary}` } };
}

/** @param format value of the parameter, which overrides the header `Accept` */
export function isCsvRequested(event: APIGatewayProxyEvent, format: Format | undefined): boolean {
  return format === undefined ? prefersCsv(requestHeader(event, 'accept')) : format === 'csv';
}

function csvAnswer(table: CsvTable, name: CsvForm['name']): APIGatewayProxyResult {
  const cut = {
    ...((table.isCut || table.nextCursor) && { 'X-Truncated': 'true' }),
    ...(table.nextCursor && { 'X-Next-Cursor': table.nextCursor }),
  };
  const file = { 'Content-Type': CSV_TYPE, 'Content-Disposition': attachment(name(), 'csv') };
  return { statusCode: 200, headers: { ...responseHeaders, ...cut, ...file }, body: csvText(table) };
}

const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * Whether CSV is preferred to JSON (RFC 9110, 12.5.1). If the qualities are equal, the more specific range decides, and
 * otherwise JSON is returned, for example for the wildcards of browsers.
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
  // An invalid weight counts as not accepted.
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** Returns the quality of the most specific range for a type, and its rank (0: the type itself). */
function preference(ranges: MediaRange[], bySpecificity: string[]): { quality: number; rank: number } {
  const rank = bySpecificity.findIndex((name) => ranges.some(({ type }) => type === name));
  const quality = ranges.find(({ type }) => type === bySpecificity[rank])?.quality ?? 0;
  return { quality, rank };
}

/** Maximum number of characters of a file's name, without its extension. */
const MAX_NAME_LENGTH = 100;

/**
 * Returns the `Content-Disposition` of a response that is saved as a file (RFC 6266).
 *
 * @param words parts of the request; their letters, digits, `.`, `_` and `-` form the file's name. The first one
 *   consists of these characters in ASCII, so that the name is never empty
 * @param extension without its dot
 */
export function attachment(words: readonly (string | null | undefined)[], extension: string): string {
  const ascii = `${fileName(words, /[^\w.]+/)}.${extension}`;
  const unicode = `${fileName(words, /[^\p{L}\p{N}\p{M}_.]+/u)}.${extension}`;
  const plain = `attachment; filename="${ascii}"`;
  // Clients that do not support `filename*` use `filename` (RFC 6266, 4.3).
  return unicode === ascii ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(unicode)}`;
}

function fileName(words: readonly (string | null | undefined)[], others: RegExp): string {
  const parts = words
    .flatMap((word) => (word ?? '').split(others))
    .map((part) => withoutStart(withoutEnd(part, '.'), '.'));
  const name = parts
    .filter(Boolean)
    .join('-')
    .replace(/\.{2,}/g, '.');
  return Array.from(name).slice(0, MAX_NAME_LENGTH).join('').replace(/\.$/, '');
}

/**
 * Reads `format` without the schemas of parameters, for cached answers.
 *
 * @returns `undefined` if it is not given; `null` if it is invalid
 */
export function plainFormat({
  multiValueQueryStringParameters: given,
}: APIGatewayProxyEvent): Format | undefined | null {
  const [format, ...more] = given?.format ?? [];
  if (more.length > 0) return null;
  if (!format) return undefined;
  return format === 'csv' || format === 'json' ? format : null;
}
