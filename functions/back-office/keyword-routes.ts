import * as z from 'zod';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { invalidParameter, ServiceError } from '../core/platform/http/errors.ts';
import type { EndpointRequest, InvokedEndpoint } from './invoke-endpoint.ts';
import { type Call, callerOf, type Route } from './router.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { message } from '../core/platform/http/message.ts';
import { asCheck, ofLength } from '../core/platform/http/parameters.ts';
import { keywordParameter } from '../core/keywords/parameters.ts';
import type { ListedKeyword, StoredList, KeywordLists as StoredLists } from '../core/keywords/keyword-lists.ts';
import type { KeywordListChange, KeywordLists } from './contract.ts';

export interface KeywordServices {
  /** The public endpoints, which answer here as they do there. */
  keywordEndpoints: Record<Research, InvokedEndpoint>;
  keywordLists: StoredLists;
  now: () => number;
}

type Research = 'keywords' | 'long-tail';

const MOST_LISTS = 100;
/** Of one list: some 200 KB at most, half of what an item may have. */
const MOST_KEYWORDS = 500;
const LONGEST_NAME = 100;
/** How often a change is made again that another one came before. */
const ATTEMPTS = 5;

const NEVER = new Date(0).toISOString();

const name = z
  .string({ error: 'must be text' })
  .trim()
  .refine(...ofLength(LONGEST_NAME));
const tooMany = `must have at most ${MOST_KEYWORDS} keywords`;
/** What a table takes, and no figure has. */
const MOST = 1_000_000_000_000;
const outside = message`must be from ${{ min: 0 }} to ${{ max: MOST }}`;
const figure = z
  .custom<number>((value) => typeof value === 'number' && value >= 0 && value <= MOST, asCheck(outside))
  .nullable()
  .default(null);
const keyword = keywordParameter('A keyword');
const keywords = z
  .array(
    z.strictObject({
      keyword,
      language: z.string().max(20).nullable().default(null),
      score: figure,
      search_volume: figure,
    }),
  )
  .max(MOST_KEYWORDS, tooMany);
const newList = z.strictObject({ name, keywords: keywords.default([]) });
const listChange = z.strictObject({
  name: z.exactOptional(name),
  add: keywords.default([]),
  remove: z.array(keyword).max(MOST_KEYWORDS, tooMany).default([]),
});

/** Routes for keyword research, and for the lists of keywords of the one who is signed in, viewer or operator. */
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
      const wanted = readJsonBody(event, newList);
      const user = callerOf(event).name;
      if ((await keywordLists.list(user)).length >= MOST_LISTS) {
        throw new ServiceError('lists_full', {
          message: message`You have ${{ max: MOST_LISTS }} lists, which is the most. Delete one first.`,
        });
      }
      const list = changed(
        { id: randomUUID(), name: wanted.name, changed_at: NEVER, keywords: [] },
        { add: wanted.keywords },
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

/** Nothing is counted for what people research here. */
function researchRoutes(research: Research): Route<KeywordServices>[] {
  return [
    {
      method: 'GET',
      pattern: research,
      handle: ({ event }, { keywordEndpoints }) => {
        if (event.multiValueQueryStringParameters?.refresh) {
          throw invalidParameter('refresh', 'must not be given: POST asks anew');
        }
        return keywordEndpoints[research](event, asPublic(event, research));
      },
    },
    {
      method: 'POST',
      pattern: research,
      handle: ({ event }, { keywordEndpoints }) =>
        keywordEndpoints[research](event, asPublic(event, research, { refresh: ['1'] })),
    },
  ];
}

/** The request as the public endpoint would get it: answers are cached by their address. */
function asPublic(
  event: APIGatewayProxyEvent,
  research: Research,
  more: Record<string, string[]> = {},
): EndpointRequest {
  const given = event.multiValueQueryStringParameters as Record<string, string[]> | null;
  return { resource: `/api/v1/seo/${research}`, query: { ...given, ...more } };
}

/** @throws {ServiceError} not_found if it was deleted, or is somebody else's */
async function readList({ event, params }: Call, { keywordLists }: KeywordServices): Promise<StoredList> {
  const list = await keywordLists.read(callerOf(event).name, params.id!);
  if (list === null) throw new ServiceError('not_found', { message: 'You have no such list of keywords.' });
  return list;
}

/** Two changes at once, of two tabs say, are both made. */
async function changeList(call: Call, change: KeywordListChange, services: KeywordServices): Promise<StoredList> {
  const user = callerOf(call.event).name;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readList(call, services);
    const list = changed(before, change, services.now());
    if (await services.keywordLists.write(user, list, before.changed_at)) return list;
  }
  throw new Error(`A list of keywords was changed by others ${ATTEMPTS} times in a row`);
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
  if (kept.size > MOST_KEYWORDS) {
    throw new ServiceError('lists_full', {
      message: message`A list has at most ${{ max: MOST_KEYWORDS }} keywords; this one would have ${{ count: kept.size }}.`,
    });
  }
  // Of two changes within a millisecond, the second has a time of its own, by which a third can tell that it was made.
  const changedAt = Math.max(now, Date.parse(list.changed_at) + 1);
  return { ...list, name, changed_at: new Date(changedAt).toISOString(), keywords: [...kept.values()] };
}
