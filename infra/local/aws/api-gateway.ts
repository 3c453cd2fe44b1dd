import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiKey, ApiKeys } from '../api-keys.ts';
import type { UsagePlanModel } from '../template/service-model.ts';
import { daysBetween } from '../../../functions/core/platform/time/day.ts';
import { requestTarget } from '../../local-server.ts';
import { AwsServiceError } from './aws-json.ts';

const PATH = /^\/(?:apikeys|usageplans|tags)(?:[/?]|$)/;
const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 500;

/** Whether a request is one of API Gateway's control-plane calls, signed as AWS calls are. */
export function isGatewayControlCall({ url = '', headers }: IncomingMessage): boolean {
  return PATH.test(url) && (headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false);
}

type Authorize = (request: IncomingMessage, path: string, body: Record<string, unknown>) => void;

/**
 * Answers the calls that manage API keys, their tags and their usage plans, in the REST-JSON protocol.
 *
 * @param authorize throws the response to a caller that is not allowed to make the call
 */
export function answerGatewayControl(
  keys: ApiKeys,
  plans: UsagePlanModel[],
  authorize: Authorize = () => {},
): RequestListener {
  const operations = [...keyOperations(keys), ...planOperations(keys, plans), ...tagOperations(keys)];
  return (request, response) => {
    const reply = (status: number, body: object, headers: Record<string, string> = {}) => {
      if (status === 204) return response.writeHead(status).end();
      return response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    perform(request, operations, authorize).then(
      ({ status, body }) => reply(status, body),
      (error: unknown) => {
        const { status, type, message } = error instanceof AwsServiceError ? error : unexpected(error);
        reply(status, { message }, { 'x-amzn-ErrorType': type });
      },
    );
  };
}

async function perform(request: IncomingMessage, operations: GatewayOperation[], authorize: Authorize) {
  const url = requestTarget(request);
  const body = bodyOf(await text(request));
  authorize(request, decodeURIComponent(url.pathname), body);
  for (const { method, path, status, answer } of operations) {
    const match = method === request.method && path.exec(url.pathname);
    if (match) return { status, body: answer({ ids: match.slice(1), query: url.searchParams, body }) };
  }
  throw new AwsServiceError(404, 'NotFoundException', 'The runner does not support this call');
}

function bodyOf(payload: string): Record<string, unknown> {
  try {
    const body: unknown = payload ? JSON.parse(payload) : {};
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Thrown below.
  }
  throw badRequest('The body is no JSON object');
}

function unexpected(error: unknown): AwsServiceError {
  console.error(error);
  return new AwsServiceError(500, 'InternalFailure', 'The runner failed to process this call');
}

interface GatewayCall {
  /** Parts of the path that the operation's pattern captures. */
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** An operation of API Gateway's control plane. */
interface GatewayOperation {
  method: string;
  path: RegExp;
  /** A response with the status 204 has no body. */
  status: number;
  answer: (call: GatewayCall) => object;
}

const notFound = (message: string) => new AwsServiceError(404, 'NotFoundException', message);
const conflict = (message: string) => new AwsServiceError(409, 'ConflictException', message);
const badRequest = (message: string) => new AwsServiceError(400, 'BadRequestException', message);

/** @throws 404 with the message if there is none */
function existing<Thing>(thing: Thing | null, message: string): Thing {
  if (!thing) throw notFound(message);
  return thing;
}

function keyOperations(keys: ApiKeys): GatewayOperation[] {
  const keyOf = (id: string) => existing(keys.get(id), 'Invalid API Key identifier specified');
  return [
    {
      method: 'GET',
      path: /^\/apikeys$/,
      status: 200,
      answer: ({ query }) => {
        const named = keys.list().filter(({ name }) => name.startsWith(query.get('name') ?? ''));
        const { item, position } = page(named, query);
        return { item: item.map((key) => keyAnswer(key, query.get('includeValues') === 'true')), position };
      },
    },
    {
      method: 'POST',
      path: /^\/apikeys$/,
      status: 201,
      answer: ({ body }) => {
        const { name = '', description = '', enabled = false, value } = body as Partial<ApiKey>;
        if (value !== undefined && keys.find(value)) throw conflict('API Key already exists');
        return keyAnswer(keys.create({ name, description, enabled, value, tags: tagsOf(body) }), true);
      },
    },
    {
      method: 'GET',
      path: /^\/apikeys\/([^/]+)$/,
      status: 200,
      answer: ({ ids, query }) => keyAnswer(keyOf(ids[0]!), query.get('includeValue') === 'true'),
    },
    {
      method: 'PATCH',
      path: /^\/apikeys\/([^/]+)$/,
      status: 200,
      answer: ({ ids, body }) => keyAnswer(keys.change(keyOf(ids[0]!).id, editOf(body.patchOperations)), false),
    },
    {
      method: 'DELETE',
      path: /^\/apikeys\/([^/]+)$/,
      status: 202,
      answer: ({ ids }) => {
        keys.delete(keyOf(ids[0]!).id);
        return {};
      },
    },
  ];
}

function planOperations(keys: ApiKeys, plans: UsagePlanModel[]): GatewayOperation[] {
  const planOf = (id: string) =>
    existing(plans.find((plan) => plan.id === id) ?? null, 'Invalid Usage Plan identifier');
  const memberOf = (planId: string, keyId: string) => {
    const key = existing(keys.get(keyId), 'Invalid API Key identifier specified');
    if (key.planId !== planOf(planId).id) throw notFound('The key is not on this usage plan');
    return key;
  };
  return [
    {
      method: 'GET',
      path: /^\/usageplans$/,
      status: 200,
      answer: ({ query }) => {
        const keyId = query.get('keyId');
        const { item, position } = page(
          plans.filter(({ id }) => keyId === null || keys.get(keyId)?.planId === id),
          query,
        );
        return { item: item.map(planAnswer), position };
      },
    },
    { method: 'GET', path: /^\/usageplans\/([^/]+)$/, status: 200, answer: ({ ids }) => planAnswer(planOf(ids[0]!)) },
    {
      method: 'GET',
      path: /^\/usageplans\/([^/]+)\/keys$/,
      status: 200,
      answer: ({ ids, query }) => {
        const plan = planOf(ids[0]!);
        const members = keys.list().filter(({ planId }) => planId === plan.id);
        const { item, position } = page(members, query);
        return { item: item.map(memberAnswer), position };
      },
    },
    {
      method: 'POST',
      path: /^\/usageplans\/([^/]+)\/keys$/,
      status: 201,
      answer: ({ ids, body }) => {
        const plan = planOf(ids[0]!);
        const { keyId, keyType } = body as { keyId?: string; keyType?: string };
        if (keyType !== 'API_KEY') throw badRequest('Invalid key type');
        const key = existing(keys.get(keyId ?? ''), 'Invalid API Key identifier specified');
        // All plans belong to one stage, and a key can be on one plan of a stage.
        if (key.planId !== null) throw conflict('The key is on a usage plan of this stage already');
        keys.setPlan(key.id, plan.id);
        return memberAnswer(key);
      },
    },
    {
      method: 'GET',
      path: /^\/usageplans\/([^/]+)\/keys\/([^/]+)$/,
      status: 200,
      answer: ({ ids }) => memberAnswer(memberOf(ids[0]!, ids[1]!)),
    },
    {
      method: 'DELETE',
      path: /^\/usageplans\/([^/]+)\/keys\/([^/]+)$/,
      status: 202,
      answer: ({ ids }) => {
        keys.setPlan(memberOf(ids[0]!, ids[1]!).id, null);
        return {};
      },
    },
    {
      method: 'GET',
      path: /^\/usageplans\/([^/]+)\/usage$/,
      status: 200,
      answer: ({ ids, query }) => usageAnswer(planOf(ids[0]!), query, keys),
    },
  ];
}

/** A page of a list; `position` is the start of the next one. */
function page<Item>(all: Item[], query: URLSearchParams): { item: Item[]; position: string | undefined } {
  const start = Number(query.get('position') ?? 0);
  const end = start + Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MAX_LIMIT);
  return { item: all.slice(start, end), position: end < all.length ? String(end) : undefined };
}

/** Times are seconds since the epoch in this protocol. */
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

function keyAnswer(key: ApiKey, withValue: boolean) {
  const { id, name, description, value, enabled, createdAt, updatedAt } = key;
  const tags = Object.keys(key.tags).length > 0 && { tags: key.tags };
  const times = { createdDate: seconds(createdAt), lastUpdatedDate: seconds(updatedAt) };
  return { id, ...(withValue && { value }), name, description, enabled, ...times, stageKeys: [], ...tags };
}

function memberAnswer({ id, name }: ApiKey) {
  return { id, type: 'API_KEY', name };
}

function planAnswer({ id, name, requestsPerSecond, burst, monthlyQuota }: UsagePlanModel) {
  return {
    id,
    name,
    apiStages: [],
    throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
    quota: { limit: monthlyQuota, offset: 0, period: 'MONTH' },
  };
}

function editOf(operations: unknown): Partial<Pick<ApiKey, 'name' | 'description' | 'enabled'>> {
  const edits = (Array.isArray(operations) ? operations : []).map(({ op, path, value }: Record<string, unknown>) => {
    if (op === 'replace' && path === '/enabled') return { enabled: value === 'true' };
    if (op === 'replace' && path === '/description') return { description: String(value) };
    if (op === 'replace' && path === '/name') return { name: String(value) };
    throw badRequest('Invalid patch path or operation');
  });
  return Object.assign({}, ...edits) as ReturnType<typeof editOf>;
}

/** Each key's days as `[used, remaining]`, from the first day to the last. */
function usageAnswer(plan: UsagePlanModel, query: URLSearchParams, keys: ApiKeys) {
  const [startDate, endDate] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
  const days = daysBetween(startDate, endDate);
  if (days.length < 1 || days.length > 90) throw badRequest('Usage date range is invalid');
  const requested = keys.list().filter(({ id, planId }) => planId === plan.id && id === (query.get('keyId') ?? id));
  const { item, position } = page(requested, query);
  const values = item.map((key) => [key.id, dailyUsage(key, plan, days, keys)]);
  return { usagePlanId: plan.id, startDate, endDate, values: Object.fromEntries(values) as object, position };
}

function dailyUsage(key: ApiKey, { monthlyQuota }: UsagePlanModel, days: string[], keys: ApiKeys) {
  // Since the start of the month.
  let sum = usedBefore(key, days[0]!, keys);
  return days.map((day) => {
    const used = keys.reported(key, day);
    sum = day.endsWith('-01') ? used : sum + used;
    return [used, Math.max(0, monthlyQuota - sum)];
  });
}

/** Requests from the start of the month up to the day before. */
function usedBefore(key: ApiKey, day: string, keys: ApiKeys): number {
  const days = Array.from({ length: Number(day.slice(8)) - 1 }, (_, index) => String(index + 1).padStart(2, '0'));
  return days.reduce((sum, number) => sum + keys.reported(key, `${day.slice(0, 8)}${number}`), 0);
}

const TAGS_PATH = /^\/tags\/([^/]+)$/;
/** As in the API Gateway developer guide, ARN format of API keys; the account's number is left out. */
const KEY_ARN = /^arn:[\w-]+:apigateway:[\w-]+::\/apikeys\/([^/]+)$/;

/** Limits of a tag: API Gateway developer guide, Tag restrictions in API Gateway. */
const MAX_TAGS = 50;
const MAX_TAG_NAME = 128;
const MAX_TAG_VALUE = 256;
const TAG_TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/**
 * `TagResource`, `UntagResource` and `GetTags`, of API keys alone.
 * https://docs.aws.amazon.com/apigateway/latest/api/API_TagResource.html
 */
function tagOperations(keys: ApiKeys): GatewayOperation[] {
  const taggedKey = (part: string): ApiKey => {
    const id = KEY_ARN.exec(decodeURIComponent(part))?.[1];
    if (id === undefined) throw badRequest('Invalid ARN specified in the request');
    return existing(keys.get(id), 'Invalid API Key identifier specified');
  };
  return [
    { method: 'GET', path: TAGS_PATH, status: 200, answer: ({ ids }) => ({ tags: taggedKey(ids[0]!).tags }) },
    {
      method: 'PUT',
      path: TAGS_PATH,
      status: 204,
      answer: ({ ids, body }) => {
        const key = taggedKey(ids[0]!);
        return keys.change(key.id, { tags: validTags({ ...key.tags, ...tagsOf(body) }) });
      },
    },
    {
      method: 'DELETE',
      path: TAGS_PATH,
      status: 204,
      answer: ({ ids, query }) => {
        const key = taggedKey(ids[0]!);
        const removed = new Set(query.getAll('tagKeys'));
        const kept = Object.entries(key.tags).filter(([name]) => !removed.has(name));
        return keys.change(key.id, { tags: Object.fromEntries(kept) });
      },
    },
  ];
}

/** The valid tags of a body. @throws 400 */
function tagsOf({ tags = {} }: Record<string, unknown>): Record<string, string> {
  const isText = (value: unknown) => typeof value === 'string';
  if (typeof tags !== 'object' || tags === null || !Object.values(tags).every(isText)) {
    throw badRequest('Invalid tags specified');
  }
  return validTags(tags as Record<string, string>);
}

function validTags(tags: Record<string, string>): Record<string, string> {
  const all = Object.entries(tags);
  if (all.length > MAX_TAGS || !all.every(isValidTag)) throw badRequest('Invalid tags specified');
  return tags;
}

function isValidTag([name, value]: [string, string]): boolean {
  if (name.length < 1 || name.length > MAX_TAG_NAME || value.length > MAX_TAG_VALUE) return false;
  return TAG_TEXT.test(name) && TAG_TEXT.test(value) && !name.toLowerCase().startsWith('aws:');
}
