import type { z } from 'zod';
import { readFileSync } from 'node:fs';
import type {
  ResponseDefinition,
  EndpointDefinition,
  Operation,
  RequestBody,
} from '../../functions/core/platform/http/definition.ts';
import type { CsvTable } from '../../functions/core/platform/text/csv-text.ts';
import { endpoints } from '../functions.ts';
import type { DocumentedName } from '../../functions/core/platform/http/error-meanings.ts';
import { errorRefs, limitHeaders } from './errors.ts';
import { type JsonSchema, queryParameters, requestSchema, schemaRef } from './json-schema.ts';

/** The three ways to send a key. */
export const apiKeySecurity = [{ apiKeyHeader: [] }, { apiKeyQuery: [] }, { apiKeyBearer: [] }];

const ERRORS_OF_ALL: DocumentedName[] = ['blocked', 'method_not_allowed', 'too_large', 'rate_limited', 'internal'];
const ERRORS_WITH_KEY: DocumentedName[] = [
  ...ERRORS_OF_ALL,
  ...(['missing_api_key', 'invalid_api_key', 'invalid_parameter', 'quota_exceeded', 'gateway_timeout'] as const),
];

const described = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.operations).flatMap(([method, operation]) =>
    operation ? [{ endpoint, method: method.toLowerCase(), operation }] : [],
  ),
);

/** Returns `paths` of the document. */
export function paths() {
  const byPath = Map.groupBy(described, ({ endpoint: { path, documentedPath = path } }) => documentedPath);
  return Object.fromEntries(
    [...byPath].map(([path, of]) => [
      path,
      Object.fromEntries(of.map(({ endpoint, method, operation }) => [method, describe(endpoint, operation)])),
    ]),
  );
}

/** Returns the schemas of request bodies, by name. */
export function requestSchemas(): Record<string, JsonSchema> {
  const bodies = described.flatMap(({ operation: { body } }) => (body ? [body] : []));
  return Object.fromEntries(
    bodies.map(({ name, schema }) => [name, '_zod' in schema ? requestSchema(schema as z.core.$ZodType) : schema]),
  );
}

/** Returns the schemas of `data` of all answers by name, with the statuses of these answers. */
export function answersByName(): Map<string, { schema: z.ZodType; statuses: number[] }> {
  const answers = described.flatMap(({ operation }) =>
    Object.entries(operation.answers).flatMap(([status, { data }]) => (data ? [{ status: Number(status), data }] : [])),
  );
  const byName = Map.groupBy(answers, ({ data }) => data.name);
  return new Map(
    [...byName].map(([name, of]) => [
      name,
      { schema: of[0]!.data.schema, statuses: [...new Set(of.map(({ status }) => status))] },
    ]),
  );
}

function describe({ access }: EndpointDefinition, operation: Operation) {
  const { operationId, tag, summary, description, query, parameters = [], body } = operation;
  const ofQuery = query ? queryParameters(query, parameters.length === 0) : [];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: access === 'key' ? apiKeySecurity : [],
    ...((query || parameters.length > 0) && { parameters: [...parameters, ...ofQuery] }),
    ...(body && { requestBody: requestBody(body) }),
    responses: { ...responses(operation), ...errors(access, operation) },
  };
}

function errors(access: EndpointDefinition['access'], { isBodiless, errors: own = [] }: Operation) {
  if (isBodiless) return { 429: { description: 'Too many requests; no body' } };
  return errorRefs([...(access === 'key' ? ERRORS_WITH_KEY : ERRORS_OF_ALL), ...own] as DocumentedName[]);
}

function requestBody({ name, examples, isForm }: RequestBody) {
  const all = Object.entries(examples).map(([each, value]) => [each, { summary: each.replaceAll('_', ' '), value }]);
  const shown = 'example' in examples ? { example: examples.example } : { examples: Object.fromEntries(all) as object };
  const media = { schema: schemaRef(name), ...shown };
  return {
    required: true,
    content: { 'application/json': media, ...(isForm && { 'application/x-www-form-urlencoded': media }) },
  };
}

const pollAfter = { 'Retry-After': { description: 'poll_after_seconds', schema: { type: 'integer', minimum: 1 } } };

const etag = {
  ETag: { description: 'Entity tag of the content, for If-None-Match', schema: { type: 'string', pattern: '^W/"' } },
};

function responses(operation: Operation) {
  const { answers } = operation;
  const all = Object.entries(answers).map(([status, answer]) => [status, response(Number(status), answer, operation)]);
  const isConditional = Object.values(answers).some((answer) => answer.isConditional);
  return {
    ...(Object.fromEntries(all) as object),
    ...(isConditional && {
      304: { description: 'Not modified: the ETag matches If-None-Match; no body', headers: etag },
    }),
  };
}

const CHOSEN = '. With `fields`, `data` contains only the requested members, although its schema requires all of them';

/** The document has no text/csv content: generated types would be a union of the JSON and a string (docs/decisions/013). */
function response(status: number, answer: ResponseDefinition, { query, limits }: Operation) {
  const { meaning, data, csv, isConditional, content } = answer;
  const { hasExample = status === 200 && query !== undefined } = answer;
  const example = data && query && (hasExample || csv) ? (readExample(data.name) as { data: never }) : null;
  const table = typeof csv === 'function' ? csv(example!.data) : null;
  const hasFields = query !== undefined && Object.hasOwn(query._zod.def.shape, 'fields');
  const headers = {
    ...answer.headers,
    ...(csv && tableHeaders(table)),
    ...(isConditional && etag),
    ...(status === 202 && !answer.headers && pollAfter),
    ...(limits && limitHeaders),
  };
  const json = data && { schema: schemaRef(data.name), ...(hasExample && example && { example }) };
  return {
    description: meaning + (hasFields ? CHOSEN : '') + (csv ? asCsv(table, csv as string) : ''),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json && { content: { 'application/json': json } }),
    ...(content && { content }),
  };
}

function asCsv(table: CsvTable | null, rows: string): string {
  const columns = table?.header.map((name) => `\`${name}\``).join(', ');
  return (
    '. As CSV (text/csv, RFC 4180, UTF-8) for `Accept: text/csv` or `format=csv`' +
    (table ? `, with the columns ${columns}; texts ` : `: ${rows}. Texts `) +
    'that a spreadsheet would interpret as formulas begin with an apostrophe.'
  );
}

/** Returns the headers of an answer that is JSON or CSV. @param table `null`: it continues with a cursor */
function tableHeaders(table: CsvTable | null) {
  const text = { type: 'string' };
  const isTruncated = table === null || table.isCut !== undefined || table.nextCursor !== undefined;
  const isContinued = table === null || table.nextCursor !== undefined;
  return {
    Vary: {
      description: 'Request headers that the response depends on',
      schema: { ...text, const: 'Accept, Accept-Encoding' },
    },
    'Content-Disposition': { description: 'CSV only: name of the file', schema: text },
    ...(isTruncated && {
      'X-Truncated': { description: 'CSV only: the table is truncated', schema: { ...text, const: 'true' } },
    }),
    ...(isContinued && {
      'X-Next-Cursor': { description: 'CSV only: next_cursor, if the table is truncated', schema: text },
    }),
  };
}

/** Reads a real answer of the service for the sandbox's shop, with shortened lists. @param name name of its schema */
function readExample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8'));
}
