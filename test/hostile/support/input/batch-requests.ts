import fc from 'fast-check';
import type { Operation } from '../../../support/openapi.ts';
import type { HostileRequest } from './http-client.ts';
import { keyedTarget, type NewSecret } from './requests.ts';
import { encodedText, headerText, hostileText } from './texts.ts';

/** Names that are members of every object, or of every list. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'valueOf'];
const anyValue = fc.jsonValue({ maxDepth: 3 });

const deep = (opening: string, value: string, closing: string) =>
  fc
    .constantFrom(10, 1_000, 50_000)
    .map((depth) => new RawJson(`${opening.repeat(depth)}${value}${closing.repeat(depth)}`));

/** A value that is written unchanged, since `JSON.stringify` cannot write it. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const odd = fc.oneof(
  { weight: 4, arbitrary: anyValue },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: deep('[', '"a.example"', ']') },
  { weight: 1, arbitrary: deep('{"domains":', '[]', '}') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('1e400', '-0', '12345678901234567890', '"\\ud800"', '"\\u0000"', 'NaN', '{"__proto__":[]}')
      .map((text) => new RawJson(text)),
  },
);

/** A row, mostly one that causes no fetch. */
const row = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom('shop.example', 'https://example.com/a?b', '"shop.example",', ' a.example '),
  },
  { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_NAMES) },
  { weight: 1, arbitrary: odd },
);
const rows = fc.oneof(
  { weight: 6, arbitrary: fc.array(row, { maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 101, 1_000, 1_001).map((n) => Array<string>(n).fill('shop.example')) },
  { weight: 1, arbitrary: fc.nat(5_000).map((length) => [`${'x'.repeat(length)}.example`]) },
);
const names = fc.oneof(
  { weight: 3, arbitrary: fc.subarray(['seo_score', 'page.title', 'sources', 'pending']) },
  { weight: 2, arbitrary: fc.array(fc.oneof(hostileText, fc.constantFrom(...PROTOTYPE_NAMES)), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.nat(3_000).map((count) => Array<string>(count).fill('page')) },
);
const range = fc.oneof(fc.constantFrom('30d', '1d', '365d', 'all', '-1d', '99999999999d'), hostileText);

const valid: Record<string, fc.Arbitrary<unknown>> = {
  domains: rows,
  refresh: fc.constant(false),
  fields: names,
  history: fc.oneof(fc.constant(null), fc.record({ range, fields: names }, { requiredKeys: [] })),
  paid: fc.boolean(),
};

type Member = [name: string, value: unknown];

/** Members of the body; some twice, of another type, or unknown. */
const members: fc.Arbitrary<Member[]> = fc
  .tuple(
    rows.map((value): Member[] => [['domains', value]]),
    fc.array(
      fc.constantFrom(...Object.keys(valid)).chain((name) => valid[name]!.map((value): Member => [name, value])),
      { maxLength: 4 },
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Member[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.tuple(fc.constantFrom(...Object.keys(valid)), odd), { maxLength: 2 }) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.oneof(hostileText, fc.constantFrom(...PROTOTYPE_NAMES)), odd), {
          maxLength: 3,
        }),
      },
    ),
  )
  .map((parts) => parts.flat());

const jsonOf = (value: unknown): string =>
  value instanceof RawJson
    ? value.text
    : Array.isArray(value)
      ? `[${value.map(jsonOf).join()}]`
      : JSON.stringify(value);

const object = members.map(
  (some) => `{${some.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join()}}`,
);

const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: object.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: odd.map((value) => Buffer.from(jsonOf(value))) },
  { weight: 1, arbitrary: fc.tuple(object, fc.nat(60)).map(([text, cut]) => Buffer.from(text.slice(0, -1 - cut))) },
  { weight: 1, arbitrary: object.map((text) => Buffer.from(text, 'utf16le')) },
  { weight: 1, arbitrary: object.map((text) => Buffer.from(`\ufeff${text}`)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', ' ', '[', '{"domains":[', '{"domains":["a"],', 'null')
      .map((text) => Buffer.from(text)),
  },
);

const TYPES = ['application/json', 'application/json; charset=utf-16', 'text/plain', 'text/csv', 'multipart/form-data'];

/** Requests for a new batch, most rows of which are cached or no domains. */
export function newBatchRequest(path: string, operation: Operation, keys: string[], secret: NewSecret) {
  const idempotencyKey = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: headerText.map((text) => [['Idempotency-Key', text]]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a', '__proto__', 'x'.repeat(256)).map((text) => [['Idempotency-Key', text]]),
    },
  );
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return fc
    .record({ to: keyedTarget(path, inQuery, keys, secret), idempotencyKey, type: fc.constantFrom(...TYPES), body })
    .map(({ to: { target, headers }, idempotencyKey: more, type, body: bytes }): HostileRequest => ({
      method: 'POST',
      target,
      headers: [...headers, ...more, ['Content-Type', type]] as HostileRequest['headers'],
      body: bytes,
    }));
}

/**
 * Requests for an existing batch, or for any other.
 *
 * @param path with `{id}`
 * @param ids of batches of the first of the keys
 */
export function batchRequest(
  { path, operation, method }: { path: string; operation: Operation; method: 'GET' | 'DELETE' },
  ids: string[],
  keys: string[],
  secret: NewSecret,
): fc.Arbitrary<HostileRequest> {
  const odds = encodedText.map((text) => text.replaceAll(/[\0-\x20?#/]/g, '+') || '+');
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_NAMES) },
    { weight: 2, arbitrary: odds },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ids), odds).map((parts) => parts.join('')) },
  );
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return fc
    .record({ to: keyedTarget(path, inQuery, keys, secret), id })
    .map(({ to: { target, headers }, id: one }) => ({
      method,
      target: target.replace('{id}', () => one),
      headers,
      body: null,
    }));
}
