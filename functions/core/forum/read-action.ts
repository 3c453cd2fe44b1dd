import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  detailOf,
  invalidParameter,
  invalidParameters,
  type ParameterProblem,
  ServiceError,
} from '../platform/http/errors.ts';
import type { Problem } from '../platform/http/rules.ts';
import type { Action, ActionParameter, ForumEndpoint } from './actions.ts';

/** Far longer than any real value; longer ones are rejected. */
export const MAX_LENGTH = 1_000;

type Values = Record<string, string[] | undefined>;

/** A call of one action: the given values, and whole numbers with their defaults. */
export interface ActionCall<Name extends string> {
  action: Name;
  text: Record<string, string>;
  integer: Record<string, number>;
}

/**
 * Reads a group A request: parameters from the query and from a form or JSON body, which takes precedence.
 *
 * @throws {ServiceError} unsupported_action with the usage body
 * @throws {ServiceError} missing_parameter with the usage body, naming every required parameter that is absent or empty,
 *   and `cat_id` if it is empty
 * @throws {ServiceError} invalid_parameter for bad values and for parameters given twice
 */
export function readAction<Endpoint extends ForumEndpoint>(
  event: APIGatewayProxyEvent,
  endpoint: Endpoint,
): ActionCall<keyof Endpoint['actions'] & string> {
  const known = Object.values<Action>(endpoint.actions).flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const body = readBody(event, ['action', ...known]);
  const query = event.multiValueQueryStringParameters ?? {};
  const values: Values = { ...given(query), ...given(body) };
  const name = values.action?.[0] ?? '';
  const action: Action | undefined = Object.hasOwn(endpoint.actions, name) ? endpoint.actions[name] : undefined;
  if (!action) throw unsupportedAction(endpoint);

  const repeated = ['action', ...action.parameters.map((parameter) => parameter.name)]
    .filter((param) => (values[param]?.length ?? 0) > 1)
    .map((param): ParameterProblem => ({ param, rule: 'given_once' }));
  if (repeated.length > 0) throw invalidParameters(repeated);
  const valueOf = (parameter: ActionParameter) => values[parameter.name]?.[0] || undefined;
  // An empty optional parameter whose absence means more than its value, such as all boards, is a mistake.
  const isEmpty = ({ name: param, notEmpty }: ActionParameter) => notEmpty && (param in query || param in body);
  const missing = action.parameters.filter(
    (parameter) => (parameter.required || isEmpty(parameter)) && valueOf(parameter) === undefined,
  );
  if (missing.length > 0)
    throw missingParameters(
      endpoint,
      name,
      missing.map((parameter) => parameter.name),
    );
  return { action: name, ...checkedValues(action.parameters, valueOf) };
}

/** Removes empty values, which count as not given: one in the body does not replace one in the query. */
function given(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, texts]) => texts?.some((text) => text !== '')));
}

function checkedValues(parameters: ActionParameter[], valueOf: (parameter: ActionParameter) => string | undefined) {
  const problems: ParameterProblem[] = [];
  const text: Record<string, string> = {};
  const integer: Record<string, number> = {};
  for (const parameter of parameters) {
    const value = valueOf(parameter);
    const problem = value === undefined ? null : problemWith(parameter, value);
    if (problem) problems.push({ param: parameter.name, ...problem });
    else if (parameter.integer)
      integer[parameter.name] = value === undefined ? parameter.integer.default : Number(value);
    else if (value !== undefined) text[parameter.name] = value;
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return { text, integer };
}

function problemWith({ integer }: ActionParameter, value: string): Problem | null {
  if (!integer) {
    return value.length > MAX_LENGTH ? { rule: 'too_many_characters', values: { max: MAX_LENGTH } } : null;
  }
  if (!/^\d{1,16}$/.test(value)) return { rule: 'whole_number' };
  const number = Number(value);
  if (number < integer.min) return { rule: 'at_least', values: { min: integer.min } };
  return number > integer.max ? { rule: 'at_most', values: { max: integer.max } } : null;
}

/** Values by name, with repetitions. */
type BodyValues = Record<string, string[]>;

/**
 * Reads the parameters in a request's body: a form, or a JSON object with texts and numbers.
 *
 * @param names parameters of the endpoint; others are ignored, whatever their type is
 * @throws {ServiceError} invalid_parameter for a body in another format
 */
function readBody(event: APIGatewayProxyEvent, names: string[]): BodyValues {
  if (event.httpMethod !== 'POST' || !event.body) return {};
  const body = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString() : event.body;
  const contentType = contentTypeOf(event);
  if (contentType === 'application/json') return readJson(body, names);
  if (contentType === '' || contentType === 'application/x-www-form-urlencoded') return readForm(body);
  throw invalidParameter('body', 'form_or_json');
}

function contentTypeOf({ headers }: APIGatewayProxyEvent): string {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'content-type');
  return (name ? (headers[name] ?? '') : '').split(';', 1)[0]!.trim().toLowerCase();
}

function readForm(body: string): BodyValues {
  const form = new URLSearchParams(body);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

function readJson(body: string, names: string[]): BodyValues {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw invalidParameter('body', 'not_json');
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw invalidParameter('body', 'json_object');
  const entries = Object.entries(parsed).filter(([, value]) => value !== null);
  const invalid = entries.filter(([name, value]) => names.includes(name) && !isScalar(value));
  if (invalid.length > 0) {
    throw invalidParameters(invalid.map(([param]) => ({ param, rule: 'text_or_number' })));
  }
  return Object.fromEntries(
    entries.filter(([, value]) => isScalar(value)).map(([name, value]) => [name, [String(value)]]),
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns the error of a missing or unknown action; its body describes the endpoint, in Chinese. */
export function unsupportedAction(endpoint: ForumEndpoint): ServiceError {
  const actions = Object.keys(endpoint.actions).join('、');
  return new ServiceError('unsupported_action', { values: { actions }, extras: usageOf(endpoint) });
}

/** Returns the error of missing required parameters, with all their names and a description of the endpoint. */
export function missingParameters(endpoint: ForumEndpoint, action: string, names: string[]): ServiceError {
  return new ServiceError('missing_parameter', {
    values: { action, names: names.join('、') },
    details: names.map((param) => detailOf({ param, rule: 'required' })),
    extras: usageOf(endpoint),
  });
}

/** Returns `usage`, `params` and `direct` of the usage body. */
function usageOf({ path, note, actions }: ForumEndpoint) {
  const entries = Object.entries(actions);
  const patterns = entries.flatMap(([name, action]) => patternsOf(path, name, action));
  return {
    usage: Object.fromEntries(patterns),
    params: Object.fromEntries(entries.map(([name, { parameters }]) => [name, parameters.map(describe)])),
    direct: { 0: note, ...Object.fromEntries(entries.map(([name, { direct }]) => [name, direct])) },
  };
}

function patternsOf(path: string, name: string, { variants }: Action): [label: string, pattern: string][] {
  return variants.map(({ label, parameters }) => {
    const placeholders = parameters.map((parameter) => `&${parameter}=<${parameter}>`);
    return [label, `${path}?action=${name}${placeholders.join('')}`];
  });
}

function describe({ name, required, description, integer }: ActionParameter): string {
  const bounds = integer && [
    `默认 ${integer.default}`,
    ...(integer.max < Number.MAX_SAFE_INTEGER ? [`最大 ${integer.max}`, '超过则拒绝'] : []),
  ];
  const notes = [required ? '必填' : '可选', ...(bounds ?? [])];
  return `${name}：${description}（${notes.join('，')}）`;
}
