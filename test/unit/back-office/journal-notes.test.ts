import { expect, test } from '@jest/globals';
import { keywordRoutes, type KeywordServices } from '../../../functions/back-office/keyword-routes.ts';
import { operationRoutes, type OperationServices } from '../../../functions/back-office/operation-routes.ts';
import { pageRoutes, type PageRouteServices } from '../../../functions/back-office/page-routes.ts';
import { answerCall, type Route } from '../../../functions/back-office/router.ts';
import { createFailedJobs } from '../../../functions/core/operations/failed-jobs.ts';
import { createJournal } from '../../../functions/core/operations/journal.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { createTestTables, operationsTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const now = () => NOW;
const opened = useFresh(() => createTestTables(operationsTable));
const storeOfJobs = () => createFailedJobs(opened.db, operationsTable.name, now);

/** Posts to a route. @returns the response, and the name in the newest journal entry */
async function post<Services extends object>(
  path: string,
  routes: Route<Services>[],
  services: Partial<Services>,
  { query = '', body }: { query?: string; body?: object },
) {
  const journal = createJournal(opened.db, operationsTable.name, now);
  const event = { ...byOperator(apiEvent(query)), httpMethod: 'POST', pathParameters: { proxy: path } };
  const response = await answerCall({ ...event, body: body ? JSON.stringify(body) : null }, routes, {
    ...(services as Services),
    ...{ journal, now },
  });
  return { response, name: (await journal.list(null, 1)).entries[0]!.name };
}

test.each([
  ['a domain', { task: 'snapshot', domain: 'a.example' }, 'a.example, snapshot'],
  ['several domains', { task: 'snapshot', domain: null }, 'snapshot'],
  ['no task', { task: null, domain: null }, 'work'],
])('the journal names a failed job with %s that is dropped or retried', async (_, job, name) => {
  const failedJobs = storeOfJobs();
  const queue = { resend: () => Promise.resolve() } as unknown as OperationServices['queue'];
  for (const action of ['drop', 'retry']) {
    await failedJobs.keep({ messageId: 'm', body: '{}', queue: 'work', why: null, sentAt: NOW, ...job });
    const { id } = (await failedJobs.list(null, 1)).jobs[0]!;
    const path = `queue/dead-letters/${action}`;
    expect((await post(path, operationRoutes, { failedJobs, queue }, { body: { id } })).name).toBe(name);
    expect((await failedJobs.list(null, 1)).jobs).toEqual([]);
  }
});

test('the journal names the address of a page that is fetched', async () => {
  const services: Partial<PageRouteServices> = {
    isReachable: () => true,
    pageEndpoint: () => Promise.resolve({ statusCode: 200, body: '{"data":{}}' }),
  };
  const body = { url: 'https://a.example/b#c' };
  expect((await post('pages', pageRoutes, services, { body })).name).toBe('https://a.example/b');
});

test.each([
  ['keywords', 'q=shoes&domain=a.example', 'shoes'],
  ['keywords', 'domain=a.example', 'a.example'],
  ['long-tail', 'keyword=shoes', 'shoes'],
] as const)('the journal names what %s?%s is about, which the response does not contain', async (path, query, name) => {
  const answer = { statusCode: 200, headers: { 'X-Any': '1' }, body: '{}' };
  const endpoint = () => Promise.resolve(answer);
  const services: Partial<KeywordServices> = { keywordEndpoints: { keywords: endpoint, 'long-tail': endpoint } };
  expect(await post(path, keywordRoutes, services, { query })).toEqual({ response: answer, name });
});
