import * as z from 'zod';
import type { ParameterObject } from '../../functions/core/platform/http/definition.ts';
import type { ParameterDescription } from '../../functions/core/platform/http/parameters.ts';

/**
 * The query parameters of a request's schema.
 *
 * @param isFirst the first one has an example even when it is optional
 */
export function queryParameters({ _zod: { def } }: z.core.$ZodObject, isFirst: boolean): ParameterObject[] {
  return Object.entries(def.shape).map(([name, schema], index) => queryParameter(name, schema, isFirst && index === 0));
}

function queryParameter(name: string, schema: z.core.$ZodType, isFirst: boolean): ParameterObject {
  const described = descriptionOf(schema);
  if (!described) throw new Error(`Parameter ${name} is not described`);
  const { description, form, examples } = described;
  const required = !z.safeParse(schema, undefined).success;
  const parameter = { name, in: 'query' as const, required, description };
  if (required || isFirst) return { ...parameter, schema: form, example: examples[0] };
  return { ...parameter, schema: { ...form, examples } };
}

/** What `textParameter` was given, also inside of a schema that makes the parameter optional. */
function descriptionOf(schema: z.core.$ZodType): ParameterDescription | undefined {
  const { innerType } = schema._zod.def as Partial<z.core.$ZodOptionalDef>;
  return innerType ? descriptionOf(innerType) : (z.globalRegistry.get(schema) as ParameterDescription | undefined);
}
