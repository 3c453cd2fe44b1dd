import * as z from 'zod';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { invalidParameter, ServiceError } from '../core/platform/http/errors.ts';
import type { EndpointRequest, InvokedEndpoint } from './invoke-endpoint.ts';
import { type Call, callerOf, type Route } from './router.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { message } from '../core/platform/http/message.ts';
import { rule } from '../core/platform/http/rules.ts';
import { ofLength } from '../core/platform/http/parameters.ts';
import { keywordParameter } from '../core/keywords/parameters.ts';
import type { ListedKeyword, StoredList, KeywordLists as StoredLists } from '../core/keywords/keyword-lists.ts';
import type { KeywordListChange, KeywordLists } from './contract.ts';

export interface KeywordServices {
  /** The public endpoints. */
  keywordEndpoints: Record<Research, InvokedEndpoint>;
  keywordLists: StoredLists;
  now: () => number;
}

type Research = 'keywords' | 'long-tail';

const MAX_LISTS = 100;
/** Of one list: at most about 200 KB, half of the size limit of an item. */
const MAX_KEYWORDS = 500;
const MAX_NAME_LENGTH = 100;
/** Number of attempts of a change that conflicts with others. */
const ATTEMPTS = 5;

const NEVER = new Date(0).toISOString();

const name = z
  .string(rule('text'))
  .trim()
  .refine(...ofLength(MAX_NAME_LENGTH));
/** Higher than any real value. */
const MAX_VALUE = 1_000_000_000_000;
const value = z
  .custom<number>(
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_VALUE,
    rule('from', { min: 0, max: MAX_VALUE }),
  )
  .nullable()
  .default(null);
const keyword = keywordParameter('A keyword');
const keywords = z
  .array(
    z.strictObject(
      {
        keyword,
        language: z.string(rule('text')).max(20, rule('max_characters')).nullable().default(null),
        score: value,
        search_volume: value,
      },
      rule('object'),
    ),
    rule('keyword_list'),
  )
  .max(MAX_KEYWORDS, rule('max_keywords'));
const newList = z.strictObject({ name, keywords: keywords.default([]) }, rule('json_object'));
const listChange = z.strictObject(
  {
    name: z.exactOptional(name),
    add: keywords.default([]),
    remove: z.array(keyword, rule('keyword_list')).max(MAX_KEYWORDS, rule('max_keywords')).default([]),
  },
  rule('json_object'),
);

/** Routes for keyword research, and for the keyword lists of the signed-in user, viewer or operator. */
export const keywordRoutes: Route<KeywordServices>[] = [
  ...researchRoutes('keywords'),
  ...researchRoutes('long-tail'),
  {
    method: 'GET',
    pattern: 'keyword-lists',
    handle: async ({ event }, { keywordLists }) => {
      const lists = await keywordLists.list(callerOf(event).name);
      const newestFirst = lists.toSorted((one, other) => other.changed_at.localeCompare(one.changed_at));
      return { data: { lists: newestFirst } satisfies KeywordLists };
    },
  },
  {
    method: 'POST',
    pattern: 'keyword-lists',
    isOwn: true,
    handle: async ({ event }, { keywordLists, now }) => {
      const request = readJsonBody(event, newList);
      const user = callerOf(event).name;
      if ((await keywordLists.list(user)).length >= MAX_LISTS) {
        throw new ServiceError('lists_full', {
          message: message`You already have ${{ max: MAX_LISTS }} lists, the maximum. Delete one before adding another.`,
        });
      }
      const list = changed(
        { id: randomUUID(), name: request.name, changed_at: NEVER, keywords: [] },
        { add: request.keywords },
        now(),
      );
      await keywordLists.write(user, list, null);
      return { status: 201, data: list };
    },
  },
  {
    method: 'GET',
    pattern: 'keyword-lists/{id}',
    handle: async (call, services) => ({ data: await readList(call, services) }),
  },
  {
    method: 'PATCH',
    pattern: 'keyword-lists/{id}',
    isOwn: true,
    handle: async (call, services) => {
      const change = readJsonBody(call.event, listChange);
      return { data: await changeList(call, change, services) };
    },
  },
  {
    method: 'DELETE',
    pattern: 'keyword-lists/{id}',
    isOwn: true,
    handle: async ({ event, params }, { keywordLists }) => {
      await keywordLists.remove(callerOf(event).name, params.id!);
      return { data: {} };
    },
  },
];

/** Requests here do not count against any allowance. */
function researchRoutes(research: Research): Route<KeywordServices>[] {
  return [
    {
      method: 'GET',
      pattern: research,
      handle: ({ event }, { keywordEndpoints }) => {
        if (event.multiValueQueryStringParameters?.refresh) {
          throw invalidParameter('refresh', 'refresh_with_get');
        }
        return keywordEndpoints[research](event, asPublic(event, research));
      },
    },
    {
      method: 'POST',
      pattern: research,
      handle: async ({ event }, { keywordEndpoints }) => {
        const { q, keyword, domain } = event.queryStringParameters ?? {};
        const name = q ?? keyword ?? domain;
        const response = await keywordEndpoints[research](event, asPublic(event, research, { refresh: ['1'] }));
        return { ...response, note: { ...(name !== undefined && { name }) } };
      },
    },
  ];
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

/** @throws {ServiceError} not_found if the list was deleted, or belongs to another user */
async function readList({ event, params }: Call, { keywordLists }: KeywordServices): Promise<StoredList> {
  const list = await keywordLists.read(callerOf(event).name, params.id!);
  if (list === null) throw new ServiceError('not_found', { message: 'You have no keyword list with this id.' });
  return list;
}

/** Applies a change, again if another one came in between, so that concurrent changes (of two tabs) are all applied. */
async function changeList(call: Call, change: KeywordListChange, services: KeywordServices): Promise<StoredList> {
  const user = callerOf(call.event).name;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readList(call, services);
    const list = changed(before, change, services.now());
    if (await services.keywordLists.write(user, list, before.changed_at)) return list;
  }
  throw new Error(`A keyword list had conflicting changes ${ATTEMPTS} times in a row`);
}

/** @throws {ServiceError} lists_full */
function changed(
  list: StoredList,
  { name = list.name, add = [], remove = [] }: KeywordListChange,
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
