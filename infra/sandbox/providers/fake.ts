import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { SourceKey } from '../../../functions/core/sources/providers/keys.ts';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The context of a request. */
export interface World {
  /** Scheme, host and port of the server, which all fakes share. */
  origin: string;
  /** The keys that they accept. */
  keys: Record<SourceKey, string>;
  /** Milliseconds since the epoch: dates in answers are relative to it. */
  now: number;
}

/** Simulates one endpoint of a provider, with the provider's path and response format. */
export interface FakeEndpoint {
  /** The id for faults: that of the source, with a suffix for a further endpoint of the provider. */
  id: string;
  method: 'GET' | 'POST';
  /** The paths that it answers. */
  path: RegExp;
  answer(request: FakeRequest, world: World): FakeAnswer;
}

/** A response as JSON files contain it: its body is `json`, `text`, or an HTML page with the title `page`. */
export interface WrittenAnswer {
  /** 200 by default. */
  status?: number;
  /** The content type, if it differs from that of the body. */
  type?: string;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  page?: string;
}

/** @returns the response in full */
export function inFull({ status = 200, type, headers = {}, json: value, text = '', page: title }: WrittenAnswer) {
  const plain = { status, headers: { 'Content-Type': 'text/plain' }, body: text };
  const { body, ...answer } = value !== undefined ? json(value) : title !== undefined ? page(status, title) : plain;
  return {
    status,
    headers: { ...answer.headers, ...(type !== undefined && { 'Content-Type': type }), ...headers },
    body,
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): FakeAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** An HTML page. */
export function page(status: number, title: string): FakeAnswer {
  const body = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html' }, body };
}

/** @returns undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a JSON file of this folder, by its name without the extension. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Data;
}

/** Replaces `{day -3}` by that date (`YYYY-MM-DD`), and `{origin}` by the address of the server. */
export function fillIn<Value>(value: Value, { origin, now }: Pick<World, 'origin' | 'now'>): Value {
  const dated = JSON.stringify(value).replace(/\{day(?: ([+-]\d+))?\}/g, (_, days = '0') => dayBefore(now, -days));
  return JSON.parse(dated.replaceAll('{origin}', origin)) as Value;
}

/** Endpoints whose responses are data. */
interface Recorded extends Pick<FakeEndpoint, 'id' | 'method'> {
  /** A regular expression. */
  path: string;
  /** By path, in lower case. */
  answers: Record<string, WrittenAnswer>;
  /** For any other path; by default, the page of a 404. */
  otherwise?: WrittenAnswer;
}

/** @returns the endpoints that a JSON file describes */
export function readEndpoints(name: string): FakeEndpoint[] {
  return readData<Recorded[]>(name).map(
    ({ id, method, path, answers, otherwise = { status: 404, page: 'Not Found' } }) => ({
      id,
      method,
      path: new RegExp(path),
      answer: (request, world) => inFull(fillIn(answers[request.path.toLowerCase()] ?? otherwise, world)),
    }),
  );
}

/** A number from 0 (inclusive) to 1 (exclusive) that depends only on the texts. */
export function share(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** A whole number from `least` to `most` that depends only on the texts. */
export function between(least: number, most: number, ...texts: string[]): number {
  return least + Math.floor(share(...texts) * (most - least + 1));
}

/** @returns `YYYY-MM-DD` */
export function dayBefore(now: number, days: number): string {
  return dayOf(now - days * DAY_MS);
}

/** @returns first day of the month, `YYYY-MM-DD` */
export function monthBefore(now: number, months: number): string {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
}
