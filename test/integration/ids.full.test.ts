import { beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiRoutes } from '../../functions/back-office/api.ts';
import type { Keys } from '../../functions/back-office/contract.ts';
import { cursorAt } from '../../functions/core/platform/http/paging.ts';
import { watchRoutes } from '../../functions/core/watches/watch-routes.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';
import { useOpened } from '../support/use-opened.ts';

const runner = useOpened(() => startTestRunner(punctual, ['--offline']));
let token: string;
let key: string;
beforeAll(async () => {
  token = (await signIn(runner)).access_token;
  key = (await proKeys(runner, 1))[0]!;
});

/** Beyond the limits of sort keys (1,024 bytes) and partition keys (2,048 bytes) of DynamoDB. */
const LENGTHS = [100, 1_000, 1_100, 2_100, 5_000];
/** Texts in place of ids, encoded as in the path. */
const IDS: [name: string, id: string][] = [
  ...LENGTHS.map((length): [string, string] => [`${length} characters`, 'a'.repeat(length)]),
  ['a number sign', 'a%23b'],
  ['a slash', 'a%2Fb'],
  ['a parent', '%2E%2E%2Fb'],
  ['an encoded percent sign', 'a%252Fb'],
  ['a letter of another script', encodeURIComponent('é'.repeat(200))],
  ['an astral character', encodeURIComponent('\u{1F642}')],
  ['a zero character', 'a%00b'],
  ['white space', '%20'],
];

const WATCHES = '/api/v1/seo/watches';
const publicPaths = [
  ...watchRoutes
    .filter(({ pattern }) => pattern.includes('{'))
    .map(({ method, pattern }) => [method, `${WATCHES}/${pattern}`]),
  ['GET', '/api/v1/seo/batches/{id}'],
  ['DELETE', '/api/v1/seo/batches/{id}'],
] as const;
const privatePaths = apiRoutes
  .filter(({ pattern }) => /\{(?!domain)/.test(pattern))
  .map(({ method, pattern }) => [method, pattern.replace('{domain}', 'shop.example')] as const);

const withId = (pattern: string, id: string) => pattern.replace(/\{\w+\}/, id);
const bodyOf = (method: string): { body?: string } => (method === 'POST' || method === 'PATCH' ? { body: '{}' } : {});

const sendPublic = (method: string, path: string) =>
  admitted(() => fetch(runner.url + path, { method, headers: { 'X-SEO-API-Key': key }, ...bodyOf(method) }));
const sendPrivate = (method: string, path: string) =>
  admitted(() => callBackOffice(runner, path, { token, method, ...(bodyOf(method).body && { body: {} }) }));

/** Repeats a request that the rate limit of its route has refused. @returns its status */
async function admitted(send: () => Promise<Response>): Promise<number> {
  for (;;) {
    const { status } = await send();
    if (status !== 429) return status;
    await sleep(200);
  }
}

describe.each(IDS)('an id with %s', (_name, id) => {
  test.each([
    ['every route of a key', publicPaths, sendPublic],
    ['every route of the back office', privatePaths, sendPrivate],
  ])('is unknown to %s', async (_routes, paths, send) => {
    const others: [string, number][] = [];
    for (const [method, pattern] of paths) {
      const status = await send(method, withId(pattern, id));
      if (status !== 404) others.push([`${method} ${pattern}`, status]);
    }
    expect(others).toEqual([]);
  });

  test('is no domain and no token of a report', async () => {
    const read = (path: string, bearer: string) =>
      fetch(`${runner.url}/back-office/reports/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
    const statuses = [await read(id, 'a'.repeat(32)), await read('shop.example', id)].map(({ status }) => status);
    expect(statuses).toEqual([404, 404]);
  });
});

test.each(LENGTHS)('a cursor of %i characters that a client has made itself fails in no list', async (length) => {
  const { keys } = ((await (await callBackOffice(runner, 'keys', { token })).json()) as { data: Keys }).data;
  const statuses = await Promise.all(
    // The cursors of one of them are valid.
    keys.map(({ owner }) => sendPublic('GET', `${WATCHES}?cursor=${cursorAt('a'.repeat(length), owner)}`)),
  );
  expect(statuses).toContain(length > 1_000 ? 422 : 200);
  expect(statuses.filter((status) => status !== 422 && status !== 200)).toEqual([]);
});

test.each([...IDS, ['no character', '']])(
  'a position (after) with %s fails in no list of the back office',
  async (_name, id) => {
    const lists = ['domains', 'domains/shop.example/pages', 'queue/dead-letters', 'journal'];
    const statuses: [string, number][] = [];
    for (const list of lists) statuses.push([list, await sendPrivate('GET', `${list}?after=${id}`)]);
    expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
  },
);
