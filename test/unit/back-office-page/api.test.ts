import { expect, test } from '@jest/globals';
import { apiRoutes } from '../../../functions/back-office/api.ts';
import { calls } from '../../../functions/back-office/contract/calls.computed.ts';
import { createApi } from '../../../functions/back-office/page/src/api/api.ts';
import type { Client } from '../../../functions/back-office/page/src/api/client.ts';

/** Creates the API with a client that records requests, and answers with these data. */
function createRecordingApi(...answers: object[]) {
  const sent: unknown[] = [];
  const client: Client = {
    send: <Data>(...request: unknown[]) => {
      sent.push(request);
      return Promise.resolve((answers.shift() ?? {}) as Data);
    },
    sendForCsv: (...request) => {
      sent.push(request);
      return Promise.resolve({ text: '', nextCursor: null });
    },
  };
  return { api: createApi(client), sent };
}

test('the contract contains all routes', () => {
  const names = (routes: readonly { method: string; pattern: string }[]) =>
    routes.map(({ method, pattern }) => `${method} ${pattern}`).toSorted();
  expect(names(Object.values(calls))).toEqual(names(apiRoutes));
});

test('a call sends its path parameters, its query or body, and its signal', async () => {
  const { api, sent } = createRecordingApi();
  const { signal } = new AbortController();
  await api.keys();
  await api.key('a/b', signal);
  await api.changeKey('a1', { enabled: false });
  await api.revokeReportLink('bücher.example', 'r1');
  await api.sitePages('shop.example', { search: 'a b', sort: 'inlinks' }, signal);
  await api.domains({});
  await api.retryDeadLetters(undefined);
  expect(sent).toEqual([
    ['GET', 'keys', {}],
    ['GET', 'keys/a%2Fb', { signal }],
    ['PATCH', 'keys/a1', { body: { enabled: false } }],
    ['DELETE', 'domains/b%C3%BCcher.example/reports/r1', {}],
    ['GET', 'domains/shop.example/site/pages?search=a+b&sort=inlinks', { signal }],
    ['GET', 'domains', {}],
    ['POST', 'queue/retry', {}],
  ]);
});

test('a list is requested as CSV with the parameter format', async () => {
  const { api, sent } = createRecordingApi();
  const batch = { domains: ['a.example'] };
  await api.siteIssuesAsCsv('shop.example', { severity: 'error' });
  await api.createBatchAsCsv(batch, 'k1');
  expect(sent).toEqual([
    ['GET', 'domains/shop.example/site/issues?severity=error&format=csv', {}],
    ['POST', 'batches?format=csv', { body: batch, headers: { 'Idempotency-Key': 'k1' } }],
  ]);
});

test('all watches are read page by page', async () => {
  const pageOf = (id: string, next_cursor: string | null) => ({
    watches: [{ id }],
    failing_of_others: [],
    next_cursor,
  });
  const { api, sent } = createRecordingApi(pageOf('w1', 'c1'), pageOf('w2', null));
  expect(await api.watches()).toEqual({ ...pageOf('w2', null), watches: [{ id: 'w1' }, { id: 'w2' }] });
  expect(sent).toEqual([
    ['GET', 'watches', {}],
    ['GET', 'watches?cursor=c1', {}],
  ]);
});
