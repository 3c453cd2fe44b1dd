import * as z from 'zod';
import type { ParameterObject } from '../../functions/core/platform/http/definition.ts';
import type { ParameterDescription } from '../../functions/core/platform/http/parameters.ts';

export type JsonSchema = Record<string, unknown>;

/** A schema by its name in the document's components. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Returns named schemas of answers as JSON Schema 2020-12, as OpenAPI 3.1 requires. A named schema inside another one is
 * a reference. Objects are open: later versions may add members.
 */
export function answerComponents(named: Record<string, z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => schemaRef(id).$ref, override: tidyAnswer });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, compact(schema) as JsonSchema]),
  );
}

/** Returns the schema of a request's body as JSON Schema. Its objects are closed. */
export function requestSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidyRequest });
  return compact(rest) as JsonSchema;
}

interface Described {
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Returns the schema of a parameter, which is its form. In generated types, a member with a default is required. */
function tidyRequest({ jsonSchema: schema }: Described) {
  const { form } = schema as { form?: object };
  Object.assign(schema, form);
  delete (schema as { form?: object }).form;
  delete schema.default;
}

function tidyAnswer({ jsonSchema: schema }: Described) {
  tidy({ jsonSchema: schema });
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Omits redundant keywords: bounds of exact integers, and patterns of well-known formats. */
function tidy({ jsonSchema: schema }: Described) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format) delete schema.pattern;
}

/** Replaces `anyOf` of a plain schema and null, at all levels, with an equivalent schema of two types. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (value === null || typeof value !== 'object') return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, compact(member)]));
  const [plain, nothing, ...others] = (schema.anyOf ?? []) as JsonSchema[];
  if (others.length > 0 || typeof plain?.type !== 'string' || nothing?.type !== 'null') return schema;
  const { anyOf: _, ...rest } = schema;
  const values = plain.enum ? { enum: [...(plain.enum as unknown[]), null] } : {};
  return { ...plain, ...values, type: [plain.type, 'null'], ...rest };
}

/**
 * Returns the query parameters of a request's schema.
 *
 * @param isFirst the first one has an example even if it is optional
 */
export function queryParameters({ _zod: { def } }: z.core.$ZodObject, isFirst: boolean): ParameterObject[] {
  return Object.entries(def.shape).map(([name, schema], index) => queryParameter(name, schema, isFirst && index === 0));
}

function queryParameter(name: string, schema: z.core.$ZodType, isFirst: boolean): ParameterObject {
  const described = descriptionOf(schema);
  if (!described) throw new Error(`Parameter ${name} has no description`);
  const { description, form, examples } = described;
  const required = !z.safeParse(schema, undefined).success;
  const parameter = { name, in: 'query' as const, required, description };
  if (required || isFirst) return { ...parameter, schema: form, example: examples[0] };
  return { ...parameter, schema: { ...form, examples } };
}

/** Returns the description that `textParameter` was given, also of a parameter that another schema makes optional. */
function descriptionOf(schema: z.core.$ZodType): ParameterDescription | undefined {
  const { innerType } = schema._zod.def as Partial<z.core.$ZodOptionalDef>;
  return innerType ? descriptionOf(innerType) : (z.globalRegistry.get(schema) as ParameterDescription | undefined);
}
