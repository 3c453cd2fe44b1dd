import type { APIGatewayProxyEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { invalidParameter, ServiceError } from '../core/platform/http/errors.ts';
import type { EndpointRequest, InvokedEndpoint } from './invoke-endpoint.ts';
import { callerOf, type CallOf, routesOf } from './router.ts';
import { message } from '../core/platform/http/message.ts';
import type { ListedKeyword, StoredList, KeywordLists as StoredLists } from '../core/keywords/keyword-lists.ts';
import { keywordContract, MAX_KEYWORDS } from './contract/keywords.ts';

export interface KeywordServices {
  /** The public endpoints. */
  keywordEndpoints: Record<Research, InvokedEndpoint>;
  keywordLists: StoredLists;
  now: () => number;
}

type Research = 'keywords' | 'long-tail';

const MAX_LISTS = 100;
/** Number of attempts of a change that conflicts with others. */
const ATTEMPTS = 5;

const NEVER = new Date(0).toISOString();

/** Routes for keyword research, and for the keyword lists of the signed-in user, viewer or operator. */
export const keywordRoutes = routesOf<typeof keywordContract, KeywordServices>(keywordContract, {
  keywords: research('keywords'),
  refetchKeywords: researchAgain('keywords'),
  longTail: research('long-tail'),
  refetchLongTail: researchAgain('long-tail'),
  keywordLists: async ({ event }, { keywordLists }) => {
    const lists = await keywordLists.list(callerOf(event).name);
    return { data: { lists: lists.toSorted((one, other) => other.changed_at.localeCompare(one.changed_at)) } };
  },
  createKeywordList: async ({ event, body }, { keywordLists, now }) => {
    const user = callerOf(event).name;
    if ((await keywordLists.list(user)).length >= MAX_LISTS) {
      throw new ServiceError('lists_full', {
        message: message`You already have ${{ max: MAX_LISTS }} lists, the maximum. Delete one before adding another.`,
      });
    }
    const list = changed(
      { id: randomUUID(), name: body.name, changed_at: NEVER, keywords: [] },
      { add: body.keywords },
      now(),
    );
    await keywordLists.write(user, list, null);
    return { status: 201, data: list };
  },
  keywordList: async (call, services) => ({ data: await readList(call, services) }),
  changeKeywordList: async (call, services) => ({ data: await changeList(call, services) }),
  deleteKeywordList: async ({ event, params }, { keywordLists }) => {
    await keywordLists.remove(callerOf(event).name, params.id);
    return { data: {} };
  },
});

interface ResearchCall {
  event: APIGatewayProxyEvent;
}

/** Requests here do not count against any allowance. */
function research(of: Research) {
  return ({ event }: ResearchCall, { keywordEndpoints }: KeywordServices) => {
    if (event.multiValueQueryStringParameters?.refresh) throw invalidParameter('refresh', 'refresh_with_get');
    return keywordEndpoints[of](event, asPublic(event, of));
  };
}

function researchAgain(of: Research) {
  return async ({ event }: ResearchCall, { keywordEndpoints }: KeywordServices) => {
    const { q, keyword, domain } = event.queryStringParameters ?? {};
    const name = q ?? keyword ?? domain;
    const response = await keywordEndpoints[of](event, asPublic(event, of, { refresh: ['1'] }));
    return { ...response, note: { ...(name !== undefined && { name }) } };
  };
}

/** Returns the request to the public endpoint. */
function asPublic(
  event: APIGatewayProxyEvent,
  research: Research,
  more: Record<string, string[]> = {},
): EndpointRequest {
  const given = event.multiValueQueryStringParameters as Record<string, string[]> | null;
  return { resource: `/api/v1/seo/${research}`, query: { ...given, ...more } };
}

type ListCall = Pick<CallOf<typeof keywordContract.keywordList>, 'event' | 'params'>;
type ListChangeCall = CallOf<typeof keywordContract.changeKeywordList>;

/** @throws {ServiceError} not_found if the list was deleted, or belongs to another user */
async function readList({ event, params }: ListCall, { keywordLists }: KeywordServices): Promise<StoredList> {
  const list = await keywordLists.read(callerOf(event).name, params.id);
  if (list === null) throw new ServiceError('not_found', { message: 'You have no keyword list with this id.' });
  return list;
}

/** Applies a change, again if another one came in between, so that concurrent changes (of two tabs) are all applied. */
async function changeList(call: ListChangeCall, services: KeywordServices): Promise<StoredList> {
  const user = callerOf(call.event).name;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readList(call, services);
    const list = changed(before, call.body, services.now());
    if (await services.keywordLists.write(user, list, before.changed_at)) return list;
  }
  throw new Error(`A keyword list had conflicting changes ${ATTEMPTS} times in a row`);
}

/** @throws {ServiceError} lists_full */
function changed(
  list: StoredList,
  { name = list.name, add = [], remove = [] }: Partial<ListChangeCall['body']>,
  now: number,
): StoredList {
  const kept = new Map<string, ListedKeyword>(list.keywords.map((one) => [one.keyword, one]));
  for (const one of remove) kept.delete(one);
  for (const one of add) kept.set(one.keyword, one);
  if (kept.size > MAX_KEYWORDS) {
    throw new ServiceError('lists_full', {
      message: message`A list has at most ${{ max: MAX_KEYWORDS }} keywords; this one would have ${{ count: kept.size }}.`,
    });
  }
  // Two changes within a millisecond get different times, so that a conflicting third one is detected.
  const changedAt = Math.max(now, Date.parse(list.changed_at) + 1);
  return { ...list, name, changed_at: new Date(changedAt).toISOString(), keywords: [...kept.values()] };
}
