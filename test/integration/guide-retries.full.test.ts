import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { codeBlocks } from '../support/markdown.ts';
import { isInstalled, openPageSession, type Runnable } from '../support/page-session.ts';

/** The programs of the guide with retries, one for each language. */
const hasPython = await isInstalled('python3');
const programs = codeBlocks(readFileSync('docs/guides/limits.md', 'utf8'))
  .filter(({ code }) => code.includes('retry_after_seconds') && code.includes('<API_KEY>'))
  .map(({ language, code }) => ({ language: language as Runnable, code }));
const runnable = programs.filter(({ language }) => language !== 'python' || hasPython);

/** An answer of the server; `null` closes the connection without one. */
type Answer = { status: number; body: Record<string, unknown> } | null;

const failed = (
  status: number,
  error: string,
  retry: { retryable: boolean; retry_after_seconds?: number },
): Answer => ({
  status,
  body: { code: status, success: false, request_id: 'a1', error, message: 'It failed.', ...retry },
});
const found: Answer = { status: 200, body: { code: 200, success: true, request_id: 'a1', data: { count: 7 } } };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Runs a program against a server that returns the answers in order, then repeats the last one. */
async function run({ language, code }: (typeof programs)[number], answers: Answer[]) {
  const times: number[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(times.length, answers.length - 1)] ?? null;
    times.push(performance.now());
    if (answer === null) request.socket.destroy();
    else {
      response.writeHead(answer.status, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end(JSON.stringify(answer.body));
    }
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = openPageSession({ url, dataDir: tmpdir() }, 'key');
  const output = await session.run(language, code).catch(() => null);
  session.close();
  const pauses = times.slice(1).map((time, index) => (time - times[index]!) / 1000);
  return { output, pauses };
}

const runAll = (answers: Answer[]) =>
  Promise.all(runnable.map(async (program) => [program.language, await run(program, answers)] as const));

test('the guide has a program with retries in each of its languages', () => {
  expect(programs.map(({ language }) => language)).toEqual(['sh', 'ts', 'python']);
});

test('a retryable error and a lost connection are retried after the pause in the error', async () => {
  const busy = failed(503, 'all_sources_failed', { retryable: true, retry_after_seconds: 3 });
  for (const [language, { output, pauses }] of await runAll([null, busy, found])) {
    expect([language, output]).toEqual([language, expect.stringContaining('7')]);
    expect([language, pauses.length]).toEqual([language, 2]);
    expect(pauses[0]).toBeGreaterThan(0.99);
    expect(pauses[1]).toBeGreaterThan(2.99);
  }
});

test('a persistent error is reported after five attempts with growing pauses', async () => {
  for (const [language, { output, pauses }] of await runAll([failed(500, 'internal', { retryable: true })])) {
    expect([language, output, pauses.length]).toEqual([language, null, 4]);
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(2 ** index - 0.01);
  }
});

test.each([
  ['a domain that does not exist', failed(404, 'domain_not_found', { retryable: false })],
  ['a server error that is not retryable', failed(503, 'not_configured', { retryable: false })],
  ['a quota that is used up', failed(429, 'quota_exceeded', { retryable: false })],
  [
    'an allowance that resets in an hour or more',
    failed(429, 'domain_allowance_exceeded', { retryable: true, retry_after_seconds: 3600 }),
  ],
])('%s is not retried', async (_name, answer) => {
  for (const [language, { output, pauses }] of await runAll([answer, found])) {
    expect([language, output, pauses]).toEqual([language, null, []]);
  }
});
