import { z } from 'zod';
import { type ActionParameter, AFTER, forumAccount, type ForumEndpoint, forumUser } from './actions.ts';
import { checkIn, checkInEverywhereAnswer, commentPage, login, upstreamAnswer } from './answer-schema.ts';
import type { EndpointDefinition, Operation, ParameterObject } from '../platform/http/definition.ts';
import { MAX_LENGTH } from './read-action.ts';

/** Descriptions of parameters in English; `actions.ts` contains those in Chinese, for the usage body. */
const meanings: Record<string, { meaning: string; example: string | number; pattern?: RegExp }> = {
  account: { meaning: 'Account name: a telephone number', example: '13800000000' },
  password: { meaning: 'Password in plain text; send it in a body, not in the URL', example: 'sandbox-password' },
  _key: { meaning: 'Token from login', example: 'TOKEN-THAT-LOGIN-RETURNED' },
  cat_id: { meaning: 'Board to check in on; default: all boards', example: '2' },
  after: {
    meaning: 'Continues a check-in on all boards after this board: `next_after` of the previous response',
    example: '4',
    pattern: AFTER,
  },
  user_id: { meaning: 'Id of a user', example: '10000001' },
  start: {
    meaning:
      'Offset of the first comment, sent unchanged to upstream; to continue, `next_start` of the previous response',
    example: 0,
  },
  count: { meaning: 'Number of comments in the response, at most 20', example: 5 },
};

type JsonSchema = Record<string, unknown>;

interface Description {
  /** Rate limit of all callers together: they need no key. */
  access: { requestsPerSecond: number; burst: number };
  endpoint: ForumEndpoint;
  operationId: string;
  summary: string;
  description: string;
  answer: { name: string; schema: z.ZodType };
  meaning: string;
  /** Action and parameters of example calls, by name of the example. */
  calls: Record<string, string[]>;
}

/** Returns the definition of an endpoint of group A, with the same actions by GET and by POST (form or JSON). */
function forumDefinition(of: Description): EndpointDefinition {
  const { endpoint, operationId, summary, description } = of;
  const both = {
    tag: 'Forum',
    answers: { 200: { meaning: of.meaning, data: of.answer } },
    errors: ERRORS_OF_ALL,
  } satisfies Partial<Operation>;
  return {
    path: endpoint.path,
    access: of.access,
    operations: {
      GET: { ...both, operationId: `get${operationId}`, summary, description, parameters: parametersOf(endpoint) },
      POST: {
        ...both,
        operationId: `post${operationId}`,
        summary: `${summary}, with a form or JSON body`,
        description: `${description} Parameters may also be in the query; those in the body take precedence.`,
        body: {
          name: `${operationId}Request`,
          schema: bodySchema(endpoint),
          examples: Object.fromEntries(Object.entries(of.calls).map(([name, call]) => [name, exampleOf(call)])),
          isForm: true,
        },
      },
    },
  };
}

const ERRORS_OF_ALL = [
  ...(['unsupported_action', 'missing_parameter', 'upstream_rejected_credentials'] as const),
  ...(['invalid_parameter', 'upstream_refused', 'upstream_unreadable', 'not_configured'] as const),
  ...(['upstream_timeout', 'gateway_timeout'] as const),
];

function exampleOf([action, ...names]: string[]): JsonSchema {
  const values = names.map((parameter) => [parameter, meanings[parameter]!.example]);
  return Object.fromEntries([['action', action], ...values]) as JsonSchema;
}

function parametersOf(endpoint: ForumEndpoint): ParameterObject[] {
  const names = Object.keys(endpoint.actions);
  const action: ParameterObject = {
    name: 'action',
    in: 'query',
    required: true,
    description: 'Action to perform',
    schema: { type: 'string', enum: names },
    example: names[0],
  };
  const others = uniqueParameters(endpoint).map((parameter): ParameterObject => {
    const { name } = parameter;
    const schema = { ...form(parameter), examples: [meanings[name]!.example] };
    return { name, in: 'query', required: false, description: describe(endpoint, name), schema };
  });
  return [action, ...others];
}

function uniqueParameters({ actions }: ForumEndpoint): ActionParameter[] {
  const all = Object.values(actions).flatMap(({ parameters }) => parameters);
  return [...new Map(all.map((parameter) => [parameter.name, parameter])).values()];
}

/** Returns the meaning of a parameter and the actions that use it. */
function describe({ actions }: ForumEndpoint, name: string): string {
  const users = Object.entries(actions).flatMap(([action, { parameters }]) => {
    const found = parameters.find((parameter) => parameter.name === name);
    return found ? [`${action}: ${found.required ? 'required' : 'optional'}`] : [];
  });
  return `${meanings[name]!.meaning} (${users.join(', ')})`;
}

function form({ name, integer }: ActionParameter): JsonSchema {
  const { pattern } = meanings[name]!;
  if (!integer) return { type: 'string', maxLength: MAX_LENGTH, ...(pattern && { pattern: pattern.source }) };
  return { type: 'integer', minimum: integer.min, maximum: integer.max, default: integer.default };
}

function bodySchema(endpoint: ForumEndpoint): JsonSchema {
  const properties = uniqueParameters(endpoint).map((parameter) => {
    // In generated types, a member with a default is required.
    const { default: _, ...schema } = form(parameter);
    const note = parameter.integer ? `; default ${parameter.integer.default}` : '';
    // As `login` returns it.
    const type = parameter.name === 'user_id' && { type: ['string', 'integer'] };
    return [parameter.name, { ...schema, ...type, description: describe(endpoint, parameter.name) + note }];
  });
  return {
    type: 'object',
    description: 'The required members depend on the action. Other members are ignored.',
    required: ['action'],
    properties: {
      action: { type: 'string', enum: Object.keys(endpoint.actions), description: 'Action to perform' },
      ...Object.fromEntries(properties),
    },
  };
}

export const forumAccountDefinition = forumDefinition({
  // Lower than that of forumU: logins and check-ins are more likely to be abused.
  access: { requestsPerSecond: 5, burst: 20 },
  endpoint: forumAccount,
  operationId: 'ForumAccount',
  summary: 'Log in, check in, or get the signed-in user',
  description:
    '`login` exchanges an account name and password for a token; `signin` checks in on one board (`cat_id`) or on all boards; ' +
    '`me` returns the signed-in user. Boards that are not reached within the time limit are `not_tried`; a call with ' +
    '`after` continues with them and with boards that failed temporarily.',
  answer: { name: 'ForumAccountAnswer', schema: z.union([login, checkIn, checkInEverywhereAnswer, upstreamAnswer]) },
  meaning:
    'Depends on the action: `login`: Login; `signin`: CheckIn (with `cat_id`) or CheckInEverywhere; `me`: UpstreamAnswer',
  calls: {
    login: ['login', 'account', 'password'],
    signin_one_board: ['signin', '_key', 'cat_id'],
    signin_all_boards: ['signin', '_key'],
    me: ['me', '_key', 'user_id'],
  },
});

export const forumUserDefinition = forumDefinition({
  access: { requestsPerSecond: 20, burst: 50 },
  endpoint: forumUser,
  operationId: 'ForumUser',
  summary: 'Get the profile or the comments of a user',
  description: '`info` returns the profile of a user; `comments` returns the comments of the user, page by page.',
  answer: { name: 'ForumUserAnswer', schema: z.union([commentPage, upstreamAnswer]) },
  meaning: 'Depends on the action: `comments`: CommentPage; `info`: UpstreamAnswer',
  calls: { info: ['info', 'user_id'], comments: ['comments', 'user_id', 'start', 'count'] },
});
