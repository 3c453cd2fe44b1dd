import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { z } from 'zod';
import { InvalidParameter, type ParameterProblem } from './errors.ts';

/**
 * Reads the query parameters that `schema` names; others are ignored.
 *
 * @returns the parsed values
 * @throws {InvalidParameter} listing every invalid parameter, including those given more than once
 */
export function readParameters<Schema extends z.ZodObject>(
  event: APIGatewayProxyEvent,
  schema: Schema,
): z.infer<Schema> {
  const given = event.multiValueQueryStringParameters ?? {};
  const names = Object.keys(schema.shape);
  const repeated = [...names, 'api_key']
    .filter((name) => (given[name]?.length ?? 0) > 1)
    .map((param): ParameterProblem => ({ param, message: 'is given more than once' }));

  const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, given[name]?.at(-1)])));
  if (parsed.success && repeated.length === 0) return parsed.data;

  const invalid = (parsed.error?.issues ?? [])
    .map((issue): ParameterProblem => ({ param: String(issue.path[0]), message: issue.message }))
    .filter(({ param }) => !repeated.some((problem) => problem.param === param));
  throw new InvalidParameter([...repeated, ...invalid]);
}
