import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import { invalidParameters, ServiceError } from '../core/platform/http/errors.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { parse, problemOf, readParameters } from '../core/platform/http/parameters.ts';
import { findRoute, type PathRoute } from '../core/platform/http/routes.ts';
import { requestId, responseHeaders } from '../core/platform/http/envelope.ts';
import { domainParameter, noHost } from '../core/platform/names/address-parameters.ts';
import type { Journal, JournalEntry, JournalNote } from '../core/operations/journal.ts';
import {
  type AnswerTo,
  type Entries,
  type Entry,
  type HostServices,
  isJournaled,
  type ParameterNames,
  type ReadBody,
  type ReadQuery,
  type TypeOnly,
} from './contract/entry.ts';
import { OPERATORS_GROUP, type Role } from './contract/session.ts';
import { logWarning } from '../core/platform/log-warning.ts';

/** A call of the API. */
interface Call {
  event: APIGatewayProxyEvent;
  /** Path parameters: values of the pattern's parts in braces. */
  params: Record<string, string>;
}

/** A call of a route of the contract; `query` and `body` are undefined where the router does not read them. */
export interface CallOf<Of extends Entry> {
  event: APIGatewayProxyEvent;
  /** Path parameters; `domain` is the name that its data are stored under. */
  params: Record<ParameterNames<Of['pattern']>, string>;
  query: ReadQuery<Of>;
  body: ReadBody<Of>;
}

interface Noted {
  /** For the journal: what was changed. */
  note?: JournalNote;
}

export interface RouteAnswer<Data extends object = object> extends Noted {
  /** Default: 200. */
  status?: 201 | 202;
  data: Data;
}

type CompleteResponse = APIGatewayProxyResult & Noted;

/** A route, with a path relative to the API's. */
export interface Route<Services> extends PathRoute {
  /** The route changes only data of the caller: viewers may use it too, and it is not in the journal. */
  isOwn?: true;
  /** Returns the data of the envelope, or a complete response. */
  handle: (call: Call, services: Services) => Promise<RouteAnswer | CompleteResponse>;
}

/** A handler for each entry of a part of the contract: it returns the data of the envelope, or a complete response. */
type Handlers<Part extends Entries, Services> = {
  [Name in keyof Part]: (
    call: CallOf<Part[Name]>,
    services: Services,
  ) => Promise<RouteAnswer<AnswerTo<Part[Name]>> | CompleteResponse>;
};

/** Services that the router needs for a part of the contract. */
type ServicesOf<Part extends Entries> =
  'domain' extends ParameterNames<Part[keyof Part]['pattern']> ? HostServices : object;

/** Creates the routes of a part of the contract. */
export function routesOf<Part extends Entries<Services>, Services extends ServicesOf<Part>>(
  part: Part,
  handlers: Handlers<Part, Services>,
): Route<Services>[] {
  return Object.entries(part).map(([name, entry]) => ({
    method: entry.method,
    pattern: entry.pattern,
    ...(entry.isOwn && { isOwn: true }),
    handle: async (call, services) => {
      const read = readCall(call, entry, services) as CallOf<Part[string]>;
      return handlers[name]!(read, services);
    },
  }));
}

/**
 * Reads the parts of a request that the contract has schemas for.
 *
 * @throws {ServiceError} invalid_parameter: about the domain, otherwise the query, otherwise the body
 */
function readCall<Services extends object>({ event, params }: Call, entry: Entry<Services>, services: Services) {
  const { isReachable = noHost } = services as Partial<HostServices>;
  const { domain } = params;
  const query = schemaOf(entry.query, services);
  const body = schemaOf(entry.body, services);
  return {
    event,
    params: domain === undefined ? params : { ...params, domain: domainOf(domain, isReachable) },
    query: query && readParameters(event, query),
    body: body && readBody(event, body),
  };
}

/** @returns `undefined`: the router does not read this part of the request */
function schemaOf<Schema extends z.core.$ZodType, Services>(
  declared: Schema | ((services: Services) => Schema) | TypeOnly<object> | undefined,
  services: Services,
): Schema | undefined {
  const created = typeof declared === 'function' ? declared(services) : declared;
  return created && '_zod' in created ? created : undefined;
}

function domainOf(text: string, isReachable: HostServices['isReachable']): string {
  const { data, issues } = parse(domainParameter(isReachable), text);
  if (issues.length === 0) return data;
  throw invalidParameters(issues.map((issue) => ({ param: 'domain', ...problemOf(issue) })));
}

function readBody(event: APIGatewayProxyEvent, schema: z.core.$ZodType): unknown {
  const isOptional = schema._zod.optin === 'optional';
  return isOptional && !event.body ? undefined : readJsonBody(event, schema);
}

export interface JournalingServices {
  journal: Pick<Journal, 'begin' | 'end'>;
  now: () => number;
}

/**
 * Handles an API call by its route, and records changes in the journal. The response is in the service's envelope, unless
 * the route returns a complete response.
 *
 * @throws {ServiceError} not_permitted if a viewer calls a route that is neither `GET` nor limited to the caller's data
 */
export async function answerCall<Services>(
  event: APIGatewayProxyEvent,
  routes: Route<Services>[],
  services: Services & JournalingServices,
): Promise<APIGatewayProxyResult> {
  // Unlike the path of the event, it has no stage or base path of a custom domain as prefix.
  const found = findRoute(routes, event.httpMethod, event.pathParameters?.proxy ?? '');
  const { route, params } = found;
  const call = { event, params };
  const isChange = isJournaled(route);
  if (isChange && callerOf(event).role !== 'operator') throw new ServiceError('not_permitted');
  const answer = await (isChange ? handleWithJournal(call, route, services) : route.handle(call, services));
  if ('statusCode' in answer) {
    const { note: _, ...response } = answer;
    return response;
  }
  const { status = 200, data } = answer;
  const body = { code: status, success: true, request_id: requestId(event), data };
  return { statusCode: status, headers: responseHeaders, body: JSON.stringify(body) };
}

/** The signed-in user. */
interface Caller {
  /** The user name in Cognito. */
  name: string;
  role: Role;
}

interface Claims {
  username?: string;
  sub?: string;
  /** API Gateway joins the list in the token with commas. */
  'cognito:groups'?: string;
}

/** @param event of a route that requires a signed-in user: the gateway has verified the token */
export function callerOf({ requestContext }: APIGatewayProxyEvent): Caller {
  const { username, sub, 'cognito:groups': groups = '' } = (requestContext.authorizer?.claims ?? {}) as Claims;
  const isOperator = groups.split(',').includes(OPERATORS_GROUP);
  return { name: username ?? sub ?? '', role: isOperator ? 'operator' : 'viewer' };
}

/**
 * Handles a change with two writes to the journal: its start, and its outcome. A change whose start cannot be recorded is
 * not made.
 *
 * @throws what the route throws
 */
async function handleWithJournal<Services>(
  call: Call,
  { method, pattern, handle }: Route<Services>,
  services: Services & JournalingServices,
): Promise<RouteAnswer | CompleteResponse> {
  const { event, params } = call;
  const id = `${new Date(services.now()).toISOString()}#${requestId(event)}`;
  const about = Object.values(params)[0] ?? null;
  await services.journal.begin({ id, operator: callerOf(event).name, action: `${method} ${pattern}`, about });
  try {
    const answer = await handle(call, services);
    await end({ id, about: about ?? createdId(answer), outcome: 'done' }, services, answer.note);
    return answer;
  } catch (error) {
    const { code, name } = error as { code?: unknown; name: string };
    await end({ id, about, outcome: typeof code === 'string' ? code : name }, services);
    throw error;
  }
}

/** Records the outcome. If this fails, the change stays, and the outcome in the journal stays unknown. */
async function end(
  entry: Pick<JournalEntry, 'id' | 'about' | 'outcome'>,
  { journal }: JournalingServices,
  note: JournalNote = {},
) {
  await journal.end(entry, note).catch(logWarning('outcome could not be recorded in the journal'));
}

/** @returns the id of a created key or batch */
function createdId(answer: RouteAnswer | CompleteResponse): string | null {
  if (!('data' in answer)) return null;
  const { id, batch_id } = answer.data as { id?: unknown; batch_id?: unknown };
  return [id, batch_id].find((created) => typeof created === 'string') ?? null;
}
