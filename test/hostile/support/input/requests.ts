import fc from 'fast-check';
import type { Operation, Parameter } from '../../../support/openapi.ts';
import type { HostileRequest } from './http-client.ts';
import { encodedText, headerText, hostileText, percentEncoded } from './texts.ts';

/** Creates a new secret for each request; no secret may be in any output. */
export type NewSecret = () => string;

const ODD_HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'Origin', 'Range', 'If-None-Match', 'Cookie'],
  ...[
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
    'X-Amzn-Trace-Id',
    'Referer',
    'User-Agent',
    'constructor',
    '__proto__',
  ],
];

type Headers = HostileRequest['headers'];

const oddHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Headers>([]) },
  {
    weight: 3,
    arbitrary: fc.array(fc.tuple(fc.constantFrom(...ODD_HEADERS), headerText), { minLength: 1, maxLength: 4 }),
  },
  {
    weight: 1,
    arbitrary: fc.nat(300).map((count) => Array.from({ length: count }, (): [string, string] => ['X', '1'])),
  },
  { weight: 1, arbitrary: fc.constantFrom(9_000, 12_000, 50_000).map((n): Headers => [['X-Long', 'x'.repeat(n)]]) },
  { weight: 1, arbitrary: fc.constantFrom<Headers>([['Expect', '200-ok']], [['Connection', 'close, x-seo-api-key']]) },
);

/** A value of a parameter, encoded: valid, at its bounds, or arbitrary. */
function valueOf({ schema, example }: Parameter): fc.Arbitrary<string> {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const good = [example, ...(schema.examples ?? []), ...((schema.enum as unknown[]) ?? [])].filter(Boolean).map(String);
  const bounds = [minimum, maximum]
    .filter((bound) => bound !== undefined)
    .flatMap((n) => [n - 1, n, n + 1].map(String));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('1', ...good.map(percentEncoded)) },
    { weight: 1, arbitrary: fc.constantFrom(...(bounds.length > 0 ? bounds : ['-1', '0', '1'])) },
    { weight: 3, arbitrary: encodedText },
  );
}

/** Parameters with their values, some repeated, some unknown. */
export function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  const known = parameters.map((parameter) =>
    fc
      .oneof(
        { weight: 8, arbitrary: fc.array(valueOf(parameter), { minLength: 1, maxLength: 1 }) },
        { weight: 8, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.array(valueOf(parameter), { minLength: 2, maxLength: 40 }) },
      )
      .map((values) => values.map((value) => `${parameter.name}=${value}`)),
  );
  const unknown = fc.oneof(
    { weight: 5, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.array(encodedText, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.tuple(encodedText, encodedText).map(([name, value]) => [`${name}=${value}`]) },
    { weight: 1, arbitrary: fc.nat(400).map((count) => Array<string>(count).fill('a=1')) },
  );
  return fc.tuple(...known, unknown).map((parts) =>
    parts
      .flat()
      .join('&')
      .replaceAll(/[\0-\x20]/g, '+'),
  );
}

const withQuery = (path: string, query: string) => (query ? `${path}?${query}` : path);

/** A request of group B as far as its key and its query go, mostly with a valid key. */
export function keyedTarget(path: string, parameters: Parameter[], keys: string[], secret: NewSecret) {
  const header = (value: string): Headers => [['X-SEO-API-Key', value]];
  const good = fc.constantFrom(...keys).map((key) => ({ headers: header(key), inQuery: [] as string[] }));
  const bad = fc.constantFrom(0, 1, 2, 3, 4, 5, 6).map((form) => {
    const value = secret();
    const forms = [
      { headers: [], inQuery: [] },
      { headers: header(value), inQuery: [] },
      { headers: [], inQuery: [`api_key=${value}`] },
      { headers: [], inQuery: [`api_key=${value}`, `api_key=${value}%00`] },
      { headers: [...header(value), ...header(value)], inQuery: [`api_key=${value}`] },
      { headers: header(`${value}\u00ff `), inQuery: [`API_KEY=${value}`] },
      { headers: header(''), inQuery: [`api_key=${value}${'%F0%9F%98%80'.repeat(50)}`] },
    ];
    return forms[form]!;
  });
  const key = fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: bad });
  return fc
    .record({ key, query: queryOf(parameters), more: oddHeaders })
    .map(({ key: { headers, inQuery }, query, more }) => ({
      target: withQuery(path, [query, ...inQuery].filter(Boolean).join('&')),
      headers: [...headers, ...more] as Headers,
    }));
}

/** Requests for an operation of group B that reads. */
export function keyedRequest(path: string, operation: Operation, keys: string[], secret: NewSecret) {
  return keyedTarget(path, operation.parameters ?? [], keys, secret).map((request): HostileRequest => ({
    ...request,
    method: 'GET',
    body: null,
  }));
}

/** Values of group A that are secrets. */
const SECRETS = ['password', '_key', 'account'];

/** Requests for an operation of group A, with values in the query, a form or JSON. */
export function forumRequest(path: string, method: 'GET' | 'POST', parameters: Parameter[], secret: NewSecret) {
  const secrets = fc.subarray(SECRETS).chain((names) => fc.tuple(...names.map((name) => secretPart(name, secret))));
  const query = queryOf(parameters.filter(({ name }) => !SECRETS.includes(name)));
  const body = method === 'GET' ? fc.constant({ type: null, body: null }) : bodyOf(parameters, secret);
  return fc
    .record({ query, secrets, body, more: oddHeaders })
    .map(({ query: part, secrets: parts, body: { type, body: bytes }, more }): HostileRequest => ({
      method,
      target: withQuery(path, [part, ...parts].filter(Boolean).join('&')),
      headers: [...(type === null ? [] : [['Content-Type', type] as [string, string]]), ...more],
      body: bytes,
    }));
}

const secretPart = (name: string, secret: NewSecret) =>
  fc.constantFrom('', '%', '%00', '%ED%A0%80', '\u00ff').map((end) => `${name}=${secret()}${end}`);

interface Body {
  type: string | null;
  body: Buffer | null;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const TYPES = [
  FORM,
  JSON_TYPE,
  `${JSON_TYPE}; charset=utf-16`,
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data',
  ';',
];

function bodyOf(parameters: Parameter[], secret: NewSecret): fc.Arbitrary<Body> {
  const names = parameters.map(({ name }) => name);
  const anyType = fc.constantFrom(...TYPES);
  const json = jsonOf(names, secret);
  const form = queryOf(parameters).map((text) => `${text}&password=${secret()}&_key=${secret()}`);
  const body = (type: string | null, text: string | Buffer): Body => ({ type, body: Buffer.from(text as string) });
  return fc.oneof(
    { weight: 4, arbitrary: form.map((text) => body(FORM, text)) },
    { weight: 4, arbitrary: json.map((text) => body(JSON_TYPE, text)) },
    { weight: 1, arbitrary: fc.tuple(anyType, json).map(([type, text]) => body(type, text)) },
    { weight: 1, arbitrary: fc.tuple(anyType, form).map(([type, text]) => body(type, text)) },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat(60)).map(([text, cut]) => body(JSON_TYPE, text.slice(0, -1 - cut))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyType, fc.uint8Array({ maxLength: 400 }))
        .map(([type, bytes]) => body(type, Buffer.from(bytes))),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('[', '{"a":', '"x', `{"_key":"`, 'password=', 'a=1&')
        .map((text) => body(text.includes('=') ? FORM : JSON_TYPE, text.repeat(20_000))),
    },
    { weight: 1, arbitrary: fc.constant({ type: null, body: null }) },
  );
}

/** JSON text of an object with known members, of any type, some repeated. */
function jsonOf(names: string[], secret: NewSecret): fc.Arbitrary<string> {
  const member = fc.tuple(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: hostileText }),
    fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constantFrom('login', 'signin', 'me', 'info', 'comments').map((text) => JSON.stringify(text)),
      },
      { weight: 3, arbitrary: fc.constant(null).map(() => JSON.stringify(secret())) },
      { weight: 3, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constantFrom('1e400', '-0', '12345678901234567890', '"\\ud800"', '"\\u0000"', 'tru') },
    ),
  );
  return fc
    .array(member, { maxLength: 8 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);
}

/** Requests for known and unknown paths and methods. */
export function oddRequest(paths: string[], secret: NewSecret): fc.Arbitrary<HostileRequest> {
  const known = fc.constantFrom(...paths);
  const path = fc.oneof(
    known,
    known.map((text) => `/prod${text}`),
    known.map((text) => `${text}/`),
    known.map((text) => `/${text}`),
    known.map((text) => text.toUpperCase()),
    fc.tuple(known, encodedText).map(([text, more]) => `${text}/${more}`),
    fc.tuple(known, encodedText).map(([text, more]) => `${text}${more}`),
    encodedText.map((text) => `/${text}`),
    fc.constantFrom(
      '*',
      '//',
      '/.',
      '/..',
      '/%2e%2e/',
      '/prod',
      '/prod/',
      'http://x/api/forumA',
      '/;/',
      '/api//v1/seo/query',
    ),
    fc.webPath().map((text) => text || '/'),
  );
  const method = fc.constantFrom(
    ...['GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'],
  );
  return fc
    .record({ path, method, more: oddHeaders, hasSecret: fc.boolean() })
    .map(({ path: text, method: verb, more, hasSecret }) => {
      const value = secret();
      const target = text.replaceAll(/[\0-\x20]/g, '+');
      return {
        method: verb,
        target: hasSecret ? `${target}?api_key=${value}&password=${value}` : target,
        headers: [...more, ...(hasSecret ? [['Authorization', `Bearer ${value}`] as [string, string]] : [])],
        body: null,
      };
    });
}

/** Requests for files below a path. */
export function fileRequest(prefix: string, names: string[], secret: NewSecret): fc.Arbitrary<HostileRequest> {
  const name = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...names) },
    { weight: 3, arbitrary: encodedText },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...names), encodedText).map(([one, more]) => `${one}/${more}`) },
  );
  return fc.record({ name, more: oddHeaders, hasSecret: fc.boolean() }).map(({ name: text, more, hasSecret }) => ({
    method: 'GET',
    target: `${prefix}${text.replaceAll(/[\0-\x20?]/g, '+')}${hasSecret ? `?api_key=${secret()}` : ''}`,
    headers: more,
    body: null,
  }));
}
