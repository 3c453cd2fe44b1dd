import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readBody } from '../../../infra/local/gateway/read-body.ts';
import { startSite, type TestSite } from '../../support/site.ts';

const MAX_BYTES = 100_000;

let server: TestSite;
beforeAll(async () => {
  server = await startSite((request, response) => {
    readBody(request, MAX_BYTES).then(
      (body) => response.end(JSON.stringify(body?.length ?? null)),
      (error: { code: string }) => response.writeHead(413).end(error.code),
    );
  });
});
afterAll(() => server.close());

async function send(body?: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}`, { method: 'POST', ...(body && { body }) });
  return [response.status, await response.text()];
}

test('a body is read up to the limit, and none is null', async () => {
  expect(await send()).toEqual([200, 'null']);
  expect(await send('x'.repeat(MAX_BYTES))).toEqual([200, String(MAX_BYTES)]);
});

test.each([1, 10_000_000])('who sends %d octets too many hears so', async (more) => {
  expect(await send('x'.repeat(MAX_BYTES + more))).toEqual([413, 'body_too_large']);
});
