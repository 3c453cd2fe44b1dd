import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { invalidParameter, invalidParameters, type ParameterProblem } from './errors.ts';
import { problemOf, unknownName } from './parameters.ts';

/** Maximum depth of nested lists and objects, so that recursive code can process a body. */
const MAX_DEPTH = 100;
/** Maximum number of unknown members that an error lists for an object, and of characters of each name. */
const MAX_UNKNOWN = 20;
const MAX_NAME_LENGTH = 100;

/**
 * Reads a JSON body.
 *
 * @throws {ServiceError} invalid_parameter listing every invalid member by its name in dotted notation; `body` for the
 *   body as a whole
 */
export function readJsonBody<Schema extends z.core.$ZodType>(
  event: APIGatewayProxyEvent,
  schema: Schema,
): z.output<Schema> {
  const parsed = z.safeParse(schema, jsonOf(event));
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error.issues.flatMap((issue) => problemsOf(issue, schema)));
}

function jsonOf({ body, isBase64Encoded }: APIGatewayProxyEvent): unknown {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  const value = parse(text);
  if (isDeep(value)) throw invalidParameter('body', 'too_deep');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('body', 'json');
  }
}

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((each) =>
      each !== null && typeof each === 'object' ? Object.values(each as Record<string, unknown>) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** @returns several problems if the issue is about unknown members */
function problemsOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType): ParameterProblem[] {
  const { path } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ param: path.join('.') || 'body', ...problemOf(issue) }];
  const known = memberNames(schema, path);
  return issue.keys.slice(0, MAX_UNKNOWN).map((key) => ({
    param: [...path, key.slice(0, MAX_NAME_LENGTH)].join('.'),
    ...unknownName(key, known, 'member'),
  }));
}

/** Members of the definitions of schemas that contain others. */
interface AnyDef {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  shape?: z.core.$ZodShape;
}

/** @returns the names of the members of the object at a path; none if the schema does not list them */
function memberNames(schema: z.core.$ZodType | undefined, path: PropertyKey[]): string[] {
  if (!schema) return [];
  const { innerType, in: input, element, options, shape } = schema._zod.def as AnyDef;
  if (options) return [...new Set(options.flatMap((option) => memberNames(option, path)))];
  const wrapped = innerType ?? input;
  if (wrapped) return memberNames(wrapped, path);
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(shape ?? {});
  return memberNames(element ?? new Map(Object.entries(shape ?? {})).get(String(first)), rest);
}
