import type { z } from 'zod';
import type { ParameterForm } from '../../functions/shared/http/parameter-form.ts';
import { type JsonSchema, requestSchema } from './json-schema.ts';

export interface ParameterObject {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  description: string;
  schema: JsonSchema;
  /** Prefilled by the page when a call is tried. */
  example?: unknown;
}

/** Metadata of a parameter's schema. */
interface ParameterMeta {
  description?: string;
  form?: ParameterForm;
  examples?: unknown[];
}

/** The query parameters of a request's schema. The first one has an example even when it is optional. */
export function queryParameters({ shape }: z.ZodObject): ParameterObject[] {
  return Object.entries(shape).map(([name, schema], index) => queryParameter(name, schema as z.ZodType, index === 0));
}

function queryParameter(name: string, schema: z.ZodType, isFirst: boolean): ParameterObject {
  const { description, form, examples } = metaOf(schema);
  if (description === undefined || examples === undefined) throw new Error(`Parameter ${name} is not described`);
  const { description: _, examples: __, ...own } = form ? { ...form } : withoutEmpty(requestSchema(schema));
  const required = !schema.safeParse(undefined).success;
  const parameter = { name, in: 'query' as const, required, description };
  if (required || isFirst) return { ...parameter, schema: own, example: examples[0] };
  return { ...parameter, schema: { ...own, examples } };
}

/** An empty value counts as not given, for every parameter alike: the document says it once, and no enum does. */
function withoutEmpty(schema: JsonSchema): JsonSchema {
  return Array.isArray(schema.enum) ? { ...schema, enum: schema.enum.filter((value) => value !== '') } : schema;
}

/** A schema's own metadata, merged over that of the schema that it makes optional. */
function metaOf(schema: z.ZodType): ParameterMeta {
  const inner = schema.type === 'optional' ? metaOf((schema as z.ZodOptional<z.ZodType>).unwrap()) : {};
  return { ...inner, ...(schema.meta() as ParameterMeta | undefined) };
}
