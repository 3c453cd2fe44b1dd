import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalidParameters, type ParameterProblem } from '../platform/http/errors.ts';
import { message, type Message } from '../platform/http/message.ts';
import type { Action, ActionParameter, ForumEndpoint } from './actions.ts';
import { readBody } from './read-body.ts';
import { missingParameters, unsupportedAction } from './usage.ts';

/** Far longer than any real value: longer ones are not relayed. */
export const MAX_LENGTH = 1_000;

type Values = Record<string, string[] | undefined>;

/** A call of one action: the values that were given, and whole numbers with their defaults. */
export interface ActionCall<Name extends string> {
  action: Name;
  text: Record<string, string>;
  integer: Record<string, number>;
}

/**
 * Reads a group A request: parameters from the query and from a form or JSON body, where the body wins.
 *
 * @throws {ServiceError} unsupported_action with the usage body
 * @throws {ServiceError} missing_parameter with the usage body, naming every required parameter that is absent or empty
 * @throws {ServiceError} invalid_parameter for bad values and for parameters given twice
 */
export function readAction<Endpoint extends ForumEndpoint>(
  event: APIGatewayProxyEvent,
  endpoint: Endpoint,
): ActionCall<keyof Endpoint['actions'] & string> {
  const known = Object.values<Action>(endpoint.actions).flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const body = readBody(event, ['action', ...known]);
  const values: Values = { ...given(event.multiValueQueryStringParameters ?? {}), ...given(body) };
  const name = values.action?.[0] ?? '';
  const action: Action | undefined = Object.hasOwn(endpoint.actions, name) ? endpoint.actions[name] : undefined;
  if (!action) throw unsupportedAction(endpoint);

  const repeated = ['action', ...action.parameters.map((parameter) => parameter.name)]
    .filter((param) => (values[param]?.length ?? 0) > 1)
    .map((param): ParameterProblem => ({ param, message: 'is given more than once' }));
  if (repeated.length > 0) throw invalidParameters(repeated);
  const valueOf = (parameter: ActionParameter) => values[parameter.name]?.[0] || undefined;
  const missing = action.parameters.filter((parameter) => parameter.required && valueOf(parameter) === undefined);
  if (missing.length > 0)
    throw missingParameters(
      endpoint,
      name,
      missing.map((parameter) => parameter.name),
    );
  return { action: name, ...checkedValues(action.parameters, valueOf) };
}

/** An empty value counts as not given: one in the body does not hide one in the query. */
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
    if (problem) problems.push({ param: parameter.name, message: problem });
    else if (parameter.integer)
      integer[parameter.name] = value === undefined ? parameter.integer.default : Number(value);
    else if (value !== undefined) text[parameter.name] = value;
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return { text, integer };
}

function problemWith({ integer }: ActionParameter, value: string): string | Message | null {
  if (!integer) return value.length > MAX_LENGTH ? message`is longer than ${{ max: MAX_LENGTH }} characters` : null;
  if (!/^\d{1,16}$/.test(value)) return 'must be a whole number';
  const number = Number(value);
  if (number < integer.min) return message`must be at least ${{ min: integer.min }}`;
  return number > integer.max ? message`must be at most ${{ max: integer.max }}` : null;
}
