import { AFTER } from '../../functions/forum-account/next-after.ts';
import {
  type ActionParameter,
  forumAccount,
  type ForumEndpoint,
  forumUser,
} from '../../functions/shared/forum/actions.ts';
import { MAX_LENGTH } from '../../functions/shared/forum/read-action.ts';
import { type JsonSchema, schemaRef } from './json-schema.ts';
import type { ParameterObject } from './parameters.ts';
import { errorRefs } from './responses.ts';

/** Parameters in English; the code has them in Chinese, for the usage body. */
const meanings: Record<string, { meaning: string; example: string | number; pattern?: RegExp }> = {
  account: { meaning: 'Account name: a telephone number', example: '13800000000' },
  password: { meaning: 'Password in plain text; better in a body than in an address', example: 'sandbox-password' },
  _key: { meaning: 'Token that login returned', example: 'TOKEN-THAT-LOGIN-RETURNED' },
  cat_id: { meaning: 'Board to check in on; all boards where it is left out', example: '2' },
  after: {
    meaning: 'Goes on with a check-in on all boards behind this one: next_after of the answer before',
    example: '4',
    pattern: AFTER,
  },
  user_id: { meaning: 'Id of a user', example: '10000001' },
  start: {
    meaning: 'Offset of the first comment, passed on unchanged; next_start of an answer continues',
    example: 0,
  },
  count: { meaning: 'Most comments in the answer; above 20 is refused', example: 5 },
};

interface Description {
  endpoint: ForumEndpoint;
  operationId: string;
  summary: string;
  description: string;
  answer: string;
  meaning: string;
  /** Example values of calls, by what the call does. */
  calls: Record<string, string[]>;
}

const account: Description = {
  endpoint: forumAccount,
  operationId: 'ForumAccount',
  summary: 'Log in, check in, or see the signed-in user',
  description:
    '`login` takes account and password and gives a token; `signin` checks in on one board (`cat_id`) or on all of ' +
    'them; `me` is the signed-in user. What is not reached in time of all boards is `not_tried`, and a call with ' +
    '`after` goes on there; so it does with boards that got no readable answer.',
  answer: 'ForumAccountAnswer',
  meaning: 'By action: Login, CheckIn (with `cat_id`) or CheckInEverywhere, or for `me` the UpstreamAnswer',
  calls: {
    login: ['login', 'account', 'password'],
    signin_one_board: ['signin', '_key', 'cat_id'],
    signin_all_boards: ['signin', '_key'],
    me: ['me', '_key', 'user_id'],
  },
};

const user: Description = {
  endpoint: forumUser,
  operationId: 'ForumUser',
  summary: 'The profile or the comments of a user',
  description: '`info` is the profile of a user; `comments` are the comments that the user wrote, page by page.',
  answer: 'ForumUserAnswer',
  meaning: 'By action: CommentPage, or for `info` the UpstreamAnswer',
  calls: { info: ['info', 'user_id'], comments: ['comments', 'user_id', 'start', 'count'] },
};

/** Paths of group A. */
export function forumPaths() {
  return Object.fromEntries(
    [account, user].map((endpoint) => [
      endpoint.endpoint.path,
      { get: operation('get', endpoint), post: { ...operation('post', endpoint), requestBody: requestBody(endpoint) } },
    ]),
  );
}

/** Schemas of the bodies of POST, by name. */
export function forumRequestSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries([account, user].map((endpoint) => [requestName(endpoint), bodySchema(endpoint)]));
}

const requestName = ({ operationId }: Description) => `${operationId}Request`;

function operation(method: 'get' | 'post', endpoint: Description) {
  const { operationId, summary, description, answer, meaning } = endpoint;
  return {
    operationId: method + operationId,
    tags: ['Forum'],
    summary: method === 'get' ? summary : `${summary}, by a form or JSON`,
    description:
      method === 'get' ? description : `${description} Parameters may stand in the query too; those in the body win.`,
    security: [],
    ...(method === 'get' && { parameters: parametersOf(endpoint) }),
    responses: {
      200: { description: meaning, content: { 'application/json': { schema: schemaRef(answer) } } },
      ...errorRefs('BadAction', 'AccountRefused', 'Blocked', 'MethodNotAllowed', 'TooLarge'),
      ...errorRefs(
        'BadParameterOrRefused',
        'TooManyRequests',
        'Internal',
        'UpstreamUnreadable',
        'NotConfigured',
        'UpstreamTimeUp',
      ),
    },
  };
}

function parametersOf({ endpoint }: Description): ParameterObject[] {
  const names = Object.keys(endpoint.actions);
  const action: ParameterObject = {
    name: 'action',
    in: 'query',
    required: true,
    description: 'What is to be done',
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

/** The meaning of a parameter, and which actions take it. */
function describe({ actions }: ForumEndpoint, name: string): string {
  const takers = Object.entries(actions).flatMap(([action, { parameters }]) => {
    const found = parameters.find((parameter) => parameter.name === name);
    return found ? [`${action} ${found.required ? 'needs' : 'takes'} it`] : [];
  });
  return `${meanings[name]!.meaning} (${takers.join(', ')})`;
}

function form({ name, integer }: ActionParameter): JsonSchema {
  const { pattern } = meanings[name]!;
  if (!integer) return { type: 'string', maxLength: MAX_LENGTH, ...(pattern && { pattern: pattern.source }) };
  return { type: 'integer', minimum: integer.min, maximum: integer.max, default: integer.default };
}

function bodySchema({ endpoint }: Description): JsonSchema {
  const properties = uniqueParameters(endpoint).map((parameter) => {
    // Generated types make a member with a default a required one.
    const { default: _, ...schema } = form(parameter);
    const note = parameter.integer ? `; ${parameter.integer.default} where it is left out` : '';
    return [parameter.name, { ...schema, description: describe(endpoint, parameter.name) + note }];
  });
  return {
    type: 'object',
    description: 'Which members are needed depends on the action. Ids may be numbers in JSON.',
    additionalProperties: false,
    required: ['action'],
    properties: {
      action: { type: 'string', enum: Object.keys(endpoint.actions), description: 'What is to be done' },
      ...Object.fromEntries(properties),
    },
  };
}

function requestBody(endpoint: Description) {
  const examples = Object.entries(endpoint.calls).map(([name, [action, ...names]]) => {
    const values = names.map((parameter) => [parameter, meanings[parameter]!.example]);
    return [
      name,
      { summary: name.replaceAll('_', ' '), value: Object.fromEntries([['action', action], ...values]) as JsonSchema },
    ] as const;
  });
  const media = { schema: schemaRef(requestName(endpoint)), examples: Object.fromEntries(examples) };
  return {
    required: true,
    content: { 'application/json': media, 'application/x-www-form-urlencoded': media },
  };
}
