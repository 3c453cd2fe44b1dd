import fc from 'fast-check';
import type { OpenApiDocument, Parameter } from './openapi.ts';

/**
 * A request generated from the OpenAPI document, with values that its schemas allow, or with faults. Rules that only
 * the descriptions contain are in {@link special}.
 */
export interface GeneratedRequest {
  /** Path in the document. */
  path: string;
  /** Value of `{id}`. */
  id?: string;
  /** Default: get. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  query: [name: string, value: string][];
  /** Names of the parameters and members that have to be rejected; none: the request is valid. */
  refused: string[];
}

interface Values {
  good: fc.Arbitrary<string>;
  bad: fc.Arbitrary<string>;
}

/** Unknown parameters: misspelt, in another case or script, and members of every JavaScript object. */
const UNKNOWN = [
  'rang',
  'offset',
  'Limit',
  'LANGUAGE',
  'domain[]',
  'q ',
  '语言',
  'ﬁelds',
  'constructor',
  '__proto__',
  '%',
];
const NOT_NUMBERS = ['x', '1.5', '１', '٣', ' ', '1e1', '+1', '-1', '0x10', 'NaN', 'null', '1,000', '9'.repeat(30)];
const NO_CHOICES = ['no-such-value', ' ', '1 ', 'null', '*', '[]', '🦊', 'ｓｃｏｒｅ'];

const words = [
  'tent',
  'Zelt',
  'テント',
  '帐篷',
  'שלום',
  'café',
  'ﬁn',
  'Ⅷ',
  'c#',
  'a+b',
  '100%',
  '"x"',
  '=1+1',
  '🏕',
  'x&y=z',
];
const text: Values = {
  good: fc.oneof(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((some) => some.join(' ')),
    fc.string({ unit: 'grapheme-composite', maxLength: 20 }).map((some) => `x${some}`),
  ),
  bad: fc.constantFrom('x'.repeat(101), '词'.repeat(200), '🏕'.repeat(101), '   ', '\t\n', '\u3000'),
};

const label = fc.stringMatching(/^[a-z\d]{1,20}$/);
const domainForms = ['', 'www.', 'https://', 'HTTP://WWW.'].map((prefix) => (name: string) => prefix + name);
const domain: Values = {
  good: fc
    .tuple(
      fc.constantFrom(...domainForms),
      label,
      fc.constantFrom('.com', '.ORG', '.co.uk', '.中国', '.рф', '.de.', '.fr'),
    )
    .map(([form, name, suffix]) => form(name + suffix)),
  bad: fc.constantFrom(
    'localhost',
    '192.0.2.1',
    '[2001:db8::1]',
    'co.uk',
    'a..com',
    'http://',
    `${'a.'.repeat(130)}com`,
    '🏕',
  ),
};

const date = (min: string, max: string): Values => ({
  good: fc
    .tuple(fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }), fc.boolean())
    .map(([day, isTime]) => (isTime ? day.toISOString() : day.toISOString().slice(0, 10))),
  bad: fc.constantFrom(
    '2021-13-01',
    '2021-00-10',
    '21-01-01',
    '2021-01-01T25:00:00Z',
    '2021-01-01T10:00:00+02:00',
    'now',
    '１',
  ),
});

/** Addresses of any host, for parameters that are only compared. */
const address: Values = {
  good: fc
    .tuple(fc.constantFrom('https://', ' HTTP://www.', 'http://user@', 'https://[2001:db8::1]/'), label, fc.webPath())
    .map(([start, name, path]) => `${start}${name}.example:8443${path}#part`),
  bad: fc.constantFrom('example.com', '/page', '//example.com/', 'ftp://example.com/', 'https://', 'x'.repeat(5_000)),
};

/** Values by the rules in descriptions, by parameter. */
const special: Record<string, Values> = {
  domain,
  q: text,
  keyword: text,
  // "not after to"
  from: date('2019-01-01', '2021-01-01'),
  to: date('2021-02-01', '2023-01-01'),
  // Only cursors from responses are valid.
  cursor: { good: fc.constant(''), bad: fc.constant('x'.repeat(4_001)) },
};

function valuesOf({ name, schema, example }: Parameter): Values {
  if (String(schema.examples?.[0]).startsWith('https://')) return address;
  if (special[name]) return special[name];
  const {
    type,
    minimum = 0,
    maximum = 0,
    pattern,
  } = schema as { type: string; minimum?: number; maximum?: number; pattern?: string };
  if (schema.enum) return { good: fc.constantFrom(...(schema.enum as string[])), bad: fc.constantFrom(...NO_CHOICES) };
  if (type === 'integer') {
    const outside = [BigInt(minimum) - 1n, BigInt(maximum) + 1n].map(String);
    return {
      good: fc.integer({ min: minimum, max: maximum }).map(String),
      bad: fc.constantFrom(...outside, ...NOT_NUMBERS),
    };
  }
  if (pattern !== undefined) return valuesOfPattern(name, pattern);
  const usual = fc.constantFrom(
    ...[example, ...(schema.examples ?? [])].filter((value) => value !== undefined).map(String),
  );
  return { good: usual, bad: fc.constantFrom('🦊', 'x'.repeat(5_000)) };
}

function valuesOfPattern(name: string, pattern: string): Values {
  const strange = fc.oneof(
    fc.constantFrom(...NOT_NUMBERS),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  );
  const good = fc.stringMatching(new RegExp(pattern, 'u'));
  return {
    good: name === 'word_count' ? good.filter(isRising) : good,
    // Some are parsed case-insensitively and without spaces, or with a plus for a space.
    bad: strange.filter((value) =>
      ['', '+'].every((plus) => !new RegExp(pattern, 'iu').test(value.replaceAll(/\s/gu, plus))),
    ),
  };
}

/** "a range (3-5, the smaller first)" */
function isRising(range: string): boolean {
  const [min, max = min] = range.split('-');
  return parseInt(min!, 10) <= parseInt(max!, 10);
}

/** Requests of group B that depend on no stored data; about half of them are valid. */
export function generatedRequests(document: OpenApiDocument): fc.Arbitrary<GeneratedRequest> {
  const paths = Object.keys(document.paths).filter(
    (path) =>
      path.startsWith('/api/v1') && !path.includes('{') && (document.paths[path]!.get?.parameters ?? []).length > 0,
  );
  return fc.oneof(...paths.map((path) => requestsOf(path, document.paths[path]!.get!.parameters ?? [])));
}

/** A valid call of a path, to which faults are added. */
interface Call {
  path: string;
  /** Sets of parameters, one of which is required. */
  alternatives: string[][];
  values: Record<string, string>;
  bad: Record<string, fc.Arbitrary<string>>;
}

/** Generates requests for a path, valid ones and ones with faults. */
export function requestsOf(path: string, parameters: Parameter[]): fc.Arbitrary<GeneratedRequest> {
  const known = parameters.map((parameter) => [parameter.name, valuesOf(parameter)] as const);
  const bad = Object.fromEntries(known.map(([name, values]) => [name, values.bad]));
  const alternatives = requiredSets(parameters);
  const valid = fc.constantFrom(...alternatives).chain((requiredKeys) => {
    const entries = known.map(([name, { good }]) => [name, requiredKeys.includes(name) ? good : orEmpty(good)]);
    const values = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<string>>, { requiredKeys });
    return values.map((some): Call => ({ path, alternatives, values: makeConsistent(some), bad }));
  });
  return valid.chain((call) => {
    const isBare = Object.keys(call.values).length === 0;
    const faults = isBare ? [unknownName] : [badValues, badValues, unknownName, repeatedName, missing];
    return fc.oneof(...faults.map(() => fc.constant(request(call, {}, []))), ...faults.map((fault) => fault(call)));
  });
}

/** Returns sets of parameters, one of which is required. */
function requiredSets(parameters: Parameter[]): string[][] {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  if (required.length > 0) return [required];
  // "One of the two is needed."
  return parameters.some(({ name }) => name === 'q') ? [['q'], ['domain'], ['q', 'domain']] : [[]];
}

/** An empty value is ignored by the service. */
const orEmpty = (good: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: fc.constant('') });

/** Makes values consistent with each other: "not above score_max", "instead of range", not with the id of a crawl. */
function makeConsistent(values: Record<string, string>): Record<string, string> {
  const { score_min: min, score_max: max, from, to, crawl } = values;
  const scores = min && max && Number(min) > Number(max) ? { score_min: max, score_max: min } : {};
  const excluded = [...(from || to ? ['range'] : []), ...(crawl ? ['refresh', 'pages'] : [])];
  const absent = excluded.flatMap((name) => (name in values ? [[name, ''] as const] : []));
  return { ...values, ...scores, ...Object.fromEntries(absent) };
}

function request({ path, values }: Call, others: Record<string, string>, refused: string[]): GeneratedRequest {
  return { path, query: Object.entries({ ...values, ...others }), refused };
}

function badValues(call: Call): fc.Arbitrary<GeneratedRequest> {
  const names = Object.keys(call.values);
  return fc
    .subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, call.bad[name]!]))))
    .map((others) => request(call, others, Object.keys(others)));
}

function unknownName({ path, values }: Call): fc.Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom(...UNKNOWN)
    .map((name) => ({ path, query: [...Object.entries(values), [name, 'x']], refused: [name] }));
}

function repeatedName({ path, values }: Call): fc.Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom(...Object.keys(values))
    .map((name) => ({ path, query: [...Object.entries(values), [name, values[name]!]], refused: [name] }));
}

function missing({ path, alternatives, values }: Call): fc.Arbitrary<GeneratedRequest> {
  const query = Object.entries(values).filter(([name]) => !alternatives.flat().includes(name));
  return fc.constant({ path, query, refused: alternatives[0]! });
}
