import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { invalidParameters, type ParameterProblem } from './errors.ts';
import { unknownName } from './nearest-name.ts';
import { messageOf } from './text-parameter.ts';

/** Every endpoint takes it: the gateway has read it already. */
const KEY = 'api_key';

/**
 * Reads the query parameters that `schema` names. An empty value counts as not given. Other parameters are refused:
 * a caller who misspells one would take the answer for what he asked for.
 *
 * @returns the parsed values
 * @throws {ServiceError} invalid_parameter listing every parameter that is invalid, unknown or given more than once
 */
export function readParameters<Schema extends z.core.$ZodObject>(
  event: APIGatewayProxyEvent,
  schema: Schema,
): z.output<Schema> {
  const given = event.multiValueQueryStringParameters ?? {};
  const names = Object.keys(schema._zod.def.shape);
  const refused = Object.keys(given).flatMap((param): ParameterProblem[] => {
    if (!names.includes(param) && param !== KEY) return [{ param, message: unknownName(param, names, 'parameter') }];
    return given[param]!.length > 1 ? [{ param, message: 'is given more than once' }] : [];
  });

  const values = names.map((name) => [name, given[name]?.at(-1) || undefined]);
  const parsed = z.safeParse(schema, Object.fromEntries(values));
  if (parsed.success && refused.length === 0) return parsed.data;

  const invalid = (parsed.error?.issues ?? [])
    .map((issue): ParameterProblem => ({ param: String(issue.path[0]), message: messageOf(issue) }))
    .filter(({ param }) => !refused.some((problem) => problem.param === param));
  throw invalidParameters([...refused, ...invalid]);
}
