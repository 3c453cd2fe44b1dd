import * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { closestMatch } from 'leven';
import { invalidParameters, type ParameterProblem } from './errors.ts';
import type { MessageValues } from './message.ts';
import { brokenRule, isBrokenRule, type Problem, type Rule, rule, textOfRule } from './rules.ts';

/** Accepted by every endpoint: the authorizer has read it. */
const KEY = 'api_key';

/**
 * Reads the query parameters that `schema` defines. An empty value counts as not given. Unknown parameters are
 * rejected, because the answer would otherwise not be what a caller with a misspelt parameter expects.
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
    if (!names.includes(param) && param !== KEY) return [{ param, ...unknownParameter(param, names, event) }];
    return given[param]!.length > 1 ? [{ param, rule: 'given_once' }] : [];
  });

  const values = names.map((name) => [name, given[name]?.at(-1) || undefined]);
  const { data, issues } = parse(schema, Object.fromEntries(values));
  if (issues.length === 0 && refused.length === 0) return data;

  const invalid = issues
    .map((issue): ParameterProblem => ({ param: String(issue.path?.[0]), ...problemOf(issue) }))
    .filter(({ param }) => !refused.some((problem) => problem.param === param));
  throw invalidParameters([...refused, ...invalid]);
}

/** Parameters of this API that callers take for each other. */
const SYNONYMS = [
  ['q', 'keyword', 'query'],
  ['domain', 'site', 'host'],
];

/**
 * Returns the problem of an unknown parameter; it may be a member of the body, or a part of a `url` that is not
 * percent-encoded.
 */
function unknownParameter(name: string, known: string[], event: APIGatewayProxyEvent): Problem {
  const { httpMethod, multiValueQueryStringParameters: given } = event;
  if (httpMethod === 'POST' || httpMethod === 'PATCH') return { rule: 'unknown_name_of_body' };
  const isInUrl = known.includes('url') && given?.url?.some((url) => url.includes('?'));
  if (isInUrl) return { rule: 'unknown_name_in_url' };
  const synonyms = SYNONYMS.find((each) => each.includes(name)) ?? [];
  const nearest = synonyms.find((each) => known.includes(each));
  if (nearest) return { rule: 'unknown_name_similar', values: { kind: 'parameter', nearest } };
  return unknownName(name, known, 'parameter');
}

/** Thrown if a parameter's text is invalid. The message is the text of the broken rule. */
export class BadValue extends Error {
  readonly code: string = 'bad_value';
  readonly rule: Rule;
  /** The values that the message contains. */
  readonly values: MessageValues;

  constructor(rule: Rule, values: MessageValues = {}) {
    super(textOfRule({ rule, values }));
    this.rule = rule;
    this.values = values;
  }
}

/** Description of a parameter in the OpenAPI document. */
export interface ParameterDescription {
  description: string;
  form: ParameterForm;
  examples: (string | number)[];
}

/**
 * Returns the schema of a parameter, which is required unless it is wrapped in `z.optional` or `z._default`. Schemas of
 * parameters use `zod/mini`, because cached answers load them, and `zod` takes several times as long to load.
 *
 * @param read converts the text, which is not empty, to the value; throws {@link BadValue} if it is invalid
 */
export function textParameter<Value>(read: (text: string) => Value, description: ParameterDescription) {
  const text = z.string({ error: ({ input }) => brokenRule(input === undefined ? 'required' : 'text') });
  return z.pipe(text, readBy(read)).check(z.meta({ ...description }));
}

/** @param read converts the value; throws {@link BadValue} if it is invalid */
export function readBy<From, Value>(read: (from: From) => Value) {
  return z.transform<From, Value>((from, context) => {
    try {
      return read(from);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const { rule, values, message } = error;
      context.issues.push({ code: 'custom', message, params: { rule, values }, input: from });
      return z.NEVER;
    }
  });
}

/** Returns the arguments of zod's `refine` for a text of 1 to `maxLength` characters. */
export const ofLength = (maxLength: number) =>
  [(text: string) => text.length >= 1 && text.length <= maxLength, rule('length', { min: 1, max: maxLength })] as const;

/** The value of a schema, or its issues: unlike those of `safeParse`, they contain the schema or check that was violated. */
interface Parsed<Schema extends z.core.$ZodType> {
  /** Only valid if there are no issues. */
  data: z.output<Schema>;
  issues: z.core.$ZodRawIssue[];
}

/** Validates a value as `safeParse` does. {@link problemOf} returns the problem of each issue. */
export function parse<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): Parsed<Schema> {
  const parsed = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload<z.output<Schema>>;
  return { data: parsed.value, issues: parsed.issues };
}

/** Returns the rule that an issue is about; any other error, such as zod's own, is the problem of `invalid`. */
export function problemOf(issue: z.core.$ZodRawIssue): Problem {
  const errors = [issue.params, errorOf(issue.inst, issue), errorOf(issue.schema, issue)];
  const broken = errors.find(isBrokenRule);
  if (broken) return { rule: broken.rule, values: broken.values };
  // zod's own, of which the locale is only loaded with `zod`, not with `zod/mini`. `finalizeIssue` would load all.
  const own = z.config().localeError?.(issue);
  const texts = [...errors, issue.message, own, typeof own === 'object' ? own?.message : undefined];
  const problem = texts.find((text) => typeof text === 'string') ?? 'Invalid input';
  return { rule: 'invalid', values: { problem } };
}

/** Returns the error that a schema or check defines for an issue. */
function errorOf(of: z.core.$ZodType | z.core.$ZodCheck | undefined, issue: z.core.$ZodRawIssue): unknown {
  const { error } = (of?._zod.def ?? {}) as { error?: (issue: z.core.$ZodRawIssue) => unknown };
  return error?.(issue);
}

/** Returns a function that checks whether a value is a whole number within bounds, both inclusive. */
export const isWholeNumber = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

/**
 * JSON Schema of a parameter as it is sent. A zod schema that transforms its input has this form as metadata
 * (`.meta({ form })`), with the bounds that it checks. The OpenAPI document is generated from it.
 */
interface ParameterForm {
  type: 'string' | 'integer';
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  /** Source of a regular expression for the whole string. */
  pattern?: string;
  default?: string | number;
}

/** Maximum length of a name for which a similar one is suggested. */
const MAX_NAME_LENGTH = 100;

/**
 * Returns the problem of an unknown name, with the most similar known name, or with all known names if none is
 * similar.
 *
 * @param kind what the names denote
 */
export function unknownName(name: string, known: string[], kind: 'parameter' | 'member' | 'issue'): Problem {
  if (known.length === 0) return { rule: 'unknown_name_none_known', values: { kind } };
  const maxDistance = Math.max(1, Math.floor(name.length / 2));
  const nearest = name.length > MAX_NAME_LENGTH ? undefined : closestMatch(name.toLowerCase(), known, { maxDistance });
  return nearest === undefined
    ? { rule: 'unknown_name', values: { kind, known } }
    : { rule: 'unknown_name_similar', values: { kind, nearest } };
}

/**
 * Returns the source of a regular expression for the whole numbers from 1 to `max`, without leading zeros. Validation
 * and the OpenAPI document share it.
 *
 * @param max whole number, at least 1
 */
export function numberPattern(max: number): string {
  const digits = String(max);
  const shorter = [...digits].slice(1).map((_, length) => `[1-9]${'\\d'.repeat(length)}`);
  const smaller = [...digits].flatMap((digit, index) => {
    const range = digitRange(index === 0 ? 1 : 0, Number(digit) - 1);
    return range === null ? [] : [digits.slice(0, index) + range + '\\d'.repeat(digits.length - index - 1)];
  });
  return `(?:${[...shorter, ...smaller, digits].join('|')})`;
}

function digitRange(from: number, to: number): string | null {
  if (to < from) return null;
  return from === to ? String(from) : `[${from}-${to}]`;
}

/** Returns the parameter `refresh`: `1` is yes; `0` and absent are no. */
export function refreshParameter(description: string) {
  const isYes = (text: string) => {
    if (text === '1' || text === '0') return text === '1';
    throw new BadValue('one_or_zero');
  };
  const form = { type: 'string' as const, enum: ['1', '0'] };
  return z._default(
    textParameter(isYes, { description: `${description}. 0 (default): use stored data`, form, examples: ['1'] }),
    false,
  );
}

/** Returns a required parameter that is one of these names; the first is the example. */
export function choiceParameter<const Name extends string>(names: readonly Name[], description: string) {
  const read = (text: string): Name => {
    const known = names.find((each) => each === text);
    if (known) return known;
    throw new BadValue('one_of', { known: names });
  };
  return textParameter(read, { description, form: { type: 'string', enum: [...names] }, examples: [names[0]!] });
}

const formats = ['csv', 'json'] as const;

/** Format of a list. */
export type Format = (typeof formats)[number];

/** Returns the parameter `format` of a list: CSV or JSON, which overrides the header `Accept`. */
export function formatParameter() {
  const read = (text: string): Format => {
    const known = formats.find((each) => each === text);
    if (known) return known;
    throw new BadValue('csv_or_json');
  };
  return z.optional(
    textParameter(read, {
      description:
        'Format of the response; takes precedence over the Accept header. Default: the format that Accept prefers, otherwise JSON',
      form: { type: 'string', enum: [...formats] },
      examples: ['csv'],
    }),
  );
}

interface WholeNumber {
  name: string;
  min: number;
  max: number;
  default: number;
}

/** Returns a parameter that is a whole number within bounds, both inclusive. */
export function wholeNumberParameter({ name, min, max, default: fallback }: WholeNumber) {
  return z._default(
    textParameter((text) => readWholeNumber(text, { min, max }), {
      description: `${name}; ${min} to ${max}`,
      form: { type: 'integer', minimum: min, maximum: max, default: fallback },
      examples: [fallback],
    }),
    fallback,
  );
}

/** @throws {BadValue} if the text is not a whole number within these bounds, both inclusive */
export function readWholeNumber(text: string, { min, max }: Pick<WholeNumber, 'min' | 'max'>): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new BadValue('whole_number_from', { min, max });
}

/**
 * Returns the condition of a rule about several parameters: the rule is checked if these are valid, even if others are
 * not.
 */
export function unlessInvalid(...names: string[]) {
  return ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0])));
}
