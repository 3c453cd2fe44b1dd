import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Schema = Record<string, unknown>;

interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: Record<string, unknown> }>;
}

interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: Schema & { examples?: unknown[] };
  example?: unknown;
}

export interface Operation {
  operationId: string;
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Required<Pick<Operation, 'requestBody' | 'responses'>> }>;
  components: { responses: Record<string, Response>; schemas: Record<string, Schema> };
}

/** Reads the document in the repository. */
export function readDocument(): OpenApiDocument {
  return JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;
}

export function operationsOf(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Returns the path in the document of a request's target, such as `/watches/{id}` of `/watches/w1?limit=1`, if any. */
export function pathOf(document: OpenApiDocument, target: string): string | undefined {
  const path = target.split('?', 1)[0]!;
  const isOf = (template: string) => new RegExp(`^${template.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
  // A fixed part comes before a parameter.
  return Object.hasOwn(document.paths, path) ? path : Object.keys(document.paths).find(isOf);
}

/** The only named schema whose members are not all described: upstream's own response. */
const OPEN_SCHEMAS = new Set(['UpstreamAnswer']);

/** Returns the document with closed named schemas, so that members without a description are reported. */
export function withClosedSchemas(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    OPEN_SCHEMAS.has(name) ? schema : closed(schema),
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
  return { ...document, components };
}

/**
 * Returns the document for responses to requests with `fields`, where no member of `data` is required. The document
 * states this only in descriptions (docs/decisions/013-generate-the-openapi-document.md).
 */
export function withChosenMembers(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    isEnvelope(schema) ? schema : withoutRequired(schema),
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
  return { ...document, components };
}

const isEnvelope = ({ properties = {} }: Schema) => Object.hasOwn(properties as object, 'request_id');

function withoutRequired(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRequired);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key, member]) => key !== 'required' || !Array.isArray(member));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutRequired(member)]));
}

/** Closes the objects of a schema that lists their members, at all levels. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  return 'properties' in schema ? { additionalProperties: false, ...schema } : schema;
}

/** Creates a validator with the closed schemas of the document. */
export function createValidator(document: OpenApiDocument) {
  // A whole document is added as a schema: members that are not keywords are ignored.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(withClosedSchemas(document), 'openapi.json');
  const known = new Map<string, ValidateFunction>();

  /** @returns the problems, if any. @param pointer to the schema, as a list of keys */
  function problems(pointer: string[], value: unknown): string[] {
    const fragment = pointer.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    const ref = `openapi.json#${fragment.join('')}`;
    const validate = known.get(ref) ?? ajv.compile({ $ref: ref });
    known.set(ref, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  /** Checks a response against the document, by operation, status and media type. */
  function answerProblems(path: string, method: string, answer: { status: number; type: string; body: string }) {
    const response = document.paths[path]?.[method]?.responses[answer.status];
    if (!response) return [`${method} ${path} does not document ${answer.status}: ${answer.body.slice(0, 300)}`];
    const pointer = response.$ref
      ? response.$ref.slice(2).split('/')
      : ['paths', path, method, 'responses', String(answer.status)];
    const described = response.$ref ? document.components.responses[pointer.at(-1)!]! : response;
    const { content } = described;
    const type = answer.type.split(';', 1)[0]!;
    if (!content) return answer.body === '' ? [] : ['has a body, where none is documented'];
    // Formats other than JSON are only described in text (docs/decisions/013-generate-the-openapi-document.md).
    if (type !== 'application/json' && described.description.includes(type)) return [];
    const range = [type, type.replace(/\/.*/, '/*')].find((name) => name in content);
    if (range === undefined) return [`${type} is not documented`];
    const value: unknown = type === 'application/json' ? JSON.parse(answer.body) : answer.body;
    return problems([...pointer, 'content', range, 'schema'], value);
  }

  /** Checks the body of a delivery against the webhook of its kind. */
  function deliveryProblems(body: string): string[] {
    const key = webhookOf(body);
    if (!Object.hasOwn(document.webhooks, key)) return [`there is no webhook ${key}`];
    const pointer = ['webhooks', key, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return problems(pointer, JSON.parse(body));
  }

  return { problems, answerProblems, deliveryProblems };
}

interface DeliveryBody {
  type: string;
  data: { watch?: string | null; condition?: { on: string } };
}

/** Returns the name of the webhook that describes the body of a delivery. */
export function webhookOf(body: string): string {
  const { type, data } = JSON.parse(body) as DeliveryBody;
  if (data.condition) return `${type} ${data.condition.on}`;
  return type === 'watch.test' && data.watch === null ? `${type} of an address` : type;
}

interface Bounds {
  type: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Returns values of a parameter at its bounds, just inside and just outside. */
export function boundaryValues(schema: Parameter['schema'], example: unknown): { inside: string[]; outside: string[] } {
  const { type, minimum, maximum, minLength, maxLength, pattern } = schema as unknown as Bounds;
  if (schema.enum) return { inside: (schema.enum as unknown[]).map(String), outside: ['no-such-value'] };
  if (type === 'integer') {
    const outside = [BigInt(minimum!) - 1n, BigInt(maximum!) + 1n].map(String);
    return { inside: [String(minimum), String(maximum)], outside: [...outside, 'x', '1.5'] };
  }
  const usual = String(example ?? schema.examples?.[0]);
  if (pattern) return patternBoundary(new RegExp(pattern, 'u'), usual);
  const shortest = minLength === undefined ? [] : ['x'.repeat(minLength - 1)];
  const longest = maxLength === undefined ? [] : ['x'.repeat(maxLength)];
  return {
    inside: [usual, ...longest],
    outside: [...shortest, ...longest.map((text) => `${text}x`)],
  };
}

const SUFFIXES = ['', 'd', 'w', 'm', 'y', '+', '-20'];
const GREATEST = 5_000;

/** The numbers, with a suffix, on both sides of each boundary between matches of a pattern and other numbers. */
function patternBoundary(pattern: RegExp, usual: string) {
  const values = SUFFIXES.flatMap((suffix) =>
    Array.from({ length: GREATEST }, (_, number) => number)
      .filter((number) => pattern.test(`${number}${suffix}`) !== pattern.test(`${number + 1}${suffix}`))
      .flatMap((number) => [`${number}${suffix}`, `${number + 1}${suffix}`]),
  );
  return {
    inside: [usual, ...values.filter((value) => pattern.test(value))],
    outside: [...values.filter((value) => !pattern.test(value)), 'x'],
  };
}
