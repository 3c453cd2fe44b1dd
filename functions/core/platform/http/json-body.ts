import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { invalidParameter, invalidParameters, type ParameterProblem } from './errors.ts';
import { requestHeader } from './headers.ts';
import { parse, problemOf, unknownName } from './parameters.ts';
import type { Problem } from './rules.ts';

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
  const json = jsonOf(event);
  const { data, issues } = parse(schema, json);
  if (issues.length === 0) {
    if (hasProto(json)) throw invalidParameter('body', 'proto_member');
    return data;
  }
  throw invalidParameters(issues.flatMap((issue) => problemsOf(issue, schema)));
}

function jsonOf(event: APIGatewayProxyEvent): unknown {
  const { body, isBase64Encoded } = event;
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  const value = parseText(text, event);
  if (isDeep(value)) throw invalidParameter('body', 'too_deep');
  return value;
}

function parseText(text: string, event: APIGatewayProxyEvent): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidParameters([{ param: 'body', ...problemOfText(text, event, (error as Error).message) }]);
  }
}

const FORM = /^application\/x-www-form-urlencoded/i;

/** @param message of the parser */
function problemOfText(text: string, event: APIGatewayProxyEvent, message: string): Problem {
  if (text.trim() === '') {
    const given = Object.keys(event.queryStringParameters ?? {}).filter((name) => name !== 'api_key');
    return { rule: given.length > 0 ? 'json_not_query' : 'json_empty' };
  }
  if (FORM.test(requestHeader(event, 'content-type'))) return { rule: 'json_form' };
  const position = positionIn(text, message);
  if (position === null) return { rule: 'json' };
  return position === text.length ? { rule: 'json_ends' } : { rule: 'json_at', values: { position: position + 1 } };
}

/** Longest text in which the position of an error is searched. */
const MAX_SEARCHED = 100_000;

/**
 * Returns where a text is no longer the beginning of valid JSON; `null`: unknown. Most messages of the parser state it; for
 * the others, the longest valid beginning is searched.
 */
function positionIn(text: string, message: string): number | null {
  const stated = /at position (\d+)/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  if (ENDS.test(message)) return text.length;
  if (text.length > MAX_SEARCHED) return null;
  let [valid, invalid] = [0, text.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isBeginning(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

const ENDS = /end of JSON input/;

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return ENDS.test(message) || message.includes(`at position ${text.length} `);
  }
}

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap(valuesOf);
    if (level.length === 0) return false;
  }
  return true;
}

/** Schemas of objects with any members leave out `__proto__`, so that nothing would say that it is lost. */
function hasProto(value: unknown): boolean {
  const isObject = value !== null && typeof value === 'object';
  return isObject && (Object.hasOwn(value, '__proto__') || valuesOf(value).some(hasProto));
}

const valuesOf = (value: unknown): unknown[] =>
  value !== null && typeof value === 'object' ? Object.values(value as Record<string, unknown>) : [];

/** @returns several problems if the issue is about unknown members */
function problemsOf(issue: z.core.$ZodRawIssue, schema: z.core.$ZodType): ParameterProblem[] {
  const { path = [] } = issue;
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
