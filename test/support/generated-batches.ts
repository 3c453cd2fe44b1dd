import fc from 'fast-check';
import { type GeneratedRequest, requestsOf } from './generated-requests.ts';
import type { OpenApiDocument, Parameter, Schema } from './openapi.ts';

const BATCHES = '/api/v1/seo/batches';

type Body = Record<string, unknown>;

/**
 * Generates requests for batches from the OpenAPI document: new batches by the schema of their body, and pages and the
 * cancellation of an existing one. About half of them are valid.
 *
 * @param id of a batch of the caller
 */
export function batchRequests(document: OpenApiDocument, id: string): fc.Arbitrary<GeneratedRequest> {
  const path = `${BATCHES}/{id}`;
  const inQuery = (of: string, method: string) =>
    (document.paths[of]![method]!.parameters ?? []).filter((parameter: Parameter) => parameter.in === 'query');
  const ofOne = (['get', 'delete'] as const).map((method) =>
    requestsOf(path, inQuery(path, method)).map((request) => ({ ...request, method, id })),
  );
  const body = { domains: ['localhost'] };
  const odd = requestsOf(BATCHES, inQuery(BATCHES, 'post')).map((request) => ({ ...request, method: 'post', body }));
  return fc.oneof(
    { weight: 3, arbitrary: newBatches(document) },
    ...[...ofOne, odd].map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

function newBatches(document: OpenApiDocument): fc.Arbitrary<GeneratedRequest> {
  const valid = validBodies(document.components.schemas);
  return fc.oneof(
    valid.map((body) => post(body)),
    ...[badMembers, badMembers, unknownMember, noDomains, tooMany].map((fault) => valid.chain(fault)),
    fc.constantFrom(null, 'text', 7, ['a.example']).map((body) => post(body, ['body'])),
  );
}

const post = (body: unknown, refused: string[] = []): GeneratedRequest => ({
  path: BATCHES,
  method: 'post',
  query: [],
  body,
  refused,
});

/** A row; any text is allowed, since an invalid row does not affect others. */
const row = fc.oneof(
  fc.constantFrom('known.example', 'https://known.example/a?b', 'localhost', '', '🦊', 'x'.repeat(3_000)),
  fc.stringMatching(/^[a-z\d]{1,20}$/).map((label) => `${label}.example`),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

function validBodies(schemas: Record<string, Schema>): fc.Arbitrary<Body> {
  const properties = (name: string) => schemas[name]!.properties as Record<string, Schema>;
  const names = (schema: string) =>
    fc.option(fc.subarray(Object.keys(properties(schema)), { maxLength: 5 }), { freq: 3 });
  const { history } = properties('BatchRequest') as { history: { properties: { range: { pattern: string } } } };
  const range = fc.option(fc.stringMatching(new RegExp(history.properties.range.pattern, 'u')));
  return fc.record(
    {
      domains: fc.array(row, { minLength: 1, maxLength: 5 }),
      refresh: fc.boolean(),
      fields: names('DomainRecord'),
      history: fc.option(fc.record({ range, fields: names('History') }, { requiredKeys: [] })),
      paid: fc.boolean(),
    },
    { requiredKeys: ['domains'] },
  );
}

/** Values that the schema or its description do not allow. */
const BAD: Record<string, unknown[]> = {
  domains: ['a.example', 7, null, {}, [], Array(1_001).fill('localhost')],
  refresh: ['true', 1, null, []],
  fields: [
    'seo_score',
    { 0: 'seo_score' },
    [7],
    ['no_such_member'],
    Array.from({ length: 51 }, (_, at) => `page.m${at}`),
  ],
  history: ['30d', 7, [], true],
  paid: ['false', 0, null, {}],
};

function badMembers(body: Body): fc.Arbitrary<GeneratedRequest> {
  return fc
    .subarray(Object.keys(BAD), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...BAD[name]!)]))))
    .map((bad) => post({ ...body, ...bad }, Object.keys(bad)));
}

function unknownMember(body: Body): fc.Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom('domain', 'Fields', 'limit', 'constructor', 'ﬁelds', '')
    .map((name) => post({ ...body, [name]: 'x' }, [name]));
}

function noDomains({ domains: _, ...body }: Body): fc.Arbitrary<GeneratedRequest> {
  return fc.constant(post(body, ['domains']));
}

/** "up to 100 with history" */
function tooMany(body: Body): fc.Arbitrary<GeneratedRequest> {
  return fc.constant(post({ ...body, domains: Array(101).fill('localhost'), history: {} }, ['domains']));
}
