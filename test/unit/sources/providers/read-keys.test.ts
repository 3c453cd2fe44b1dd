import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SSMClient } from '@aws-sdk/client-ssm';
import fc from 'fast-check';
import * as z from 'zod';
import { listOf } from '../../../../functions/core/sources/providers/read-response.ts';
import { createKeyReader } from '../../../../functions/core/sources/providers/source-settings.ts';
import { answerAwsCalls } from '../../../../infra/local/aws/aws-json.ts';
import { ssmOperations } from '../../../../infra/local/aws/ssm.ts';

const FIVE_MINUTES = 300_000;

const refusing = (type: string) => (response: ServerResponse) =>
  response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify({ __type: type }));

const NONE_KNOWN = {
  'open-page-rank-key': null,
  'google-api-key': null,
  'dataforseo-login': null,
  'dataforseo-password': null,
};

describe('read keys', () => {
  let server: Server;
  let client: SSMClient;
  let calls: number;
  let clock: number;
  let parameters: Record<string, string>;
  /** Answers instead of the parameter store. */
  let interfere: ((response: ServerResponse) => void) | null;

  beforeEach(async () => {
    [calls, clock, parameters, interfere] = [0, 0, {}, null];
    server = createServer((request, response) => {
      calls += 1;
      if (interfere) interfere(response);
      else answerAwsCalls(ssmOperations(parameters))(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new SSMClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
      maxAttempts: 1,
      requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true },
    });
    jest.spyOn(console, 'warn').mockImplementation(() => {});
  });

  afterEach(() => {
    jest.restoreAllMocks();
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** Limits the time of the requests that follow. */
  function limitRequests(ms: number) {
    const handler = client.config.requestHandler as unknown as {
      updateHttpClientConfig(key: string, value: number): void;
    };
    handler.updateHttpClientConfig('requestTimeout', ms);
  }
  const reader = () => createKeyReader('/shop/sources/', () => clock, client);

  test('keys that are set have values, and the others are absent', async () => {
    parameters = { '/shop/sources/google-api-key': 'g', '/other/sources/open-page-rank-key': 'o' };
    expect(await reader()()).toEqual({ 'google-api-key': 'g' });
  });

  test('keys are read once in five minutes, which also returns new and rotated ones', async () => {
    parameters = { '/shop/sources/google-api-key': 'old' };
    const read = reader();
    await read();
    clock = FIVE_MINUTES - 1;
    await read();
    expect(calls).toBe(1);
    parameters = { '/shop/sources/google-api-key': 'new', '/shop/sources/open-page-rank-key': 'o' };
    clock = FIVE_MINUTES;
    expect(await read()).toEqual({ 'google-api-key': 'new', 'open-page-rank-key': 'o' });
  });

  test.each([
    ['throttled', refusing('ThrottlingException')],
    ['denied', refusing('AccessDeniedException')],
    ['failed', (response: ServerResponse) => response.writeHead(500).end()],
    ['cut off', (response: ServerResponse) => response.destroy()],
    ['timed out', () => {}],
  ])('a read that is %s returns null for all keys, until the next read', async (name, fault) => {
    parameters = { '/shop/sources/google-api-key': 'g' };
    interfere = fault;
    if (name === 'timed out') limitRequests(200);
    const read = reader();
    expect(await read()).toEqual(NONE_KNOWN);
    interfere = null;
    limitRequests(30_000);
    expect(await read()).toEqual({ 'google-api-key': 'g' });
  });

  test('a later read that fails keeps known values and returns null for absent keys', async () => {
    parameters = { '/shop/sources/google-api-key': 'g' };
    const read = reader();
    await read();
    interfere = refusing('ThrottlingException');
    clock = FIVE_MINUTES;
    expect(await read()).toEqual({ ...NONE_KNOWN, 'google-api-key': 'g' });
  });

  test('the log contains the error, but no key', async () => {
    interfere = refusing('ThrottlingException');
    await reader()();
    const line = String(jest.mocked(console.warn).mock.calls[0]![0]);
    expect(JSON.parse(line)).toMatchObject({ level: 'WARN', error: 'ThrottlingException' });
  });
});

describe('listOf', () => {
  const numbers = listOf(z.number());
  const odd = fc.constantFrom(null, 'x', {}, [], true);

  test('omits invalid members and keeps the others in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), odd)), (written) => {
        const sound = written.filter((one) => typeof one === 'number');
        fc.pre(sound.length > 0);
        expect(numbers.parse(written)).toEqual(sound);
      }),
    );
  });

  test('is empty for an empty list', () => {
    expect(numbers.parse([])).toEqual([]);
  });

  test('rejects a list of only invalid members', () => {
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1 }), (written) => {
        expect(numbers.safeParse(written).success).toBe(false);
      }),
    );
  });

  test.each([null, 'x', { 0: 1 }, undefined])('rejects %j', (written) => {
    expect(numbers.safeParse(written).success).toBe(false);
  });
});
