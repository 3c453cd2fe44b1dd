import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { answerInvoke } from '../../../infra/local/aws/lambda.ts';
import { createFunctionHost, FunctionError, type FunctionHost } from '../../../infra/local/lambda/function-host.ts';
import type { FunctionModel } from '../../../infra/local/template/service-model.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:snapshot-scheduler';

describe('lambda', () => {
  let server: Server;
  let host: FunctionHost['invoke'] = (event) => Promise.resolve({ event });

  beforeAll(async () => {
    const models = [{ logicalId: 'SnapshotScheduler1234', name: 'snapshot-scheduler' }] as FunctionModel[];
    const hosts = new Map([
      ['SnapshotScheduler1234', { invoke: (event: unknown) => host(event), close: () => Promise.resolve() }],
    ]);
    server = createServer(answerInvoke(models, hosts)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function invoke(name: string, body = '{}') {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/2015-03-31/functions/${name}/invocations`;
    const response = await fetch(url, { method: 'POST', body });
    return {
      status: response.status,
      type: response.headers.get('x-amzn-errortype'),
      functionError: response.headers.get('x-amz-function-error'),
      body: (await response.json()) as unknown,
    };
  }

  test.each([
    'snapshot-scheduler',
    'SnapshotScheduler1234',
    'snapshot-scheduler:$LATEST',
    'snapshot-scheduler:%24LATEST',
    '000000000000:function:snapshot-scheduler',
    ARN,
    `${ARN}:$LATEST`,
    encodeURIComponent(ARN),
  ])('%s identifies the function', async (name) => {
    expect(await invoke(name, '{"domains":["a.com"]}')).toMatchObject({
      status: 200,
      body: { event: { domains: ['a.com'] } },
    });
  });

  test('the event is empty without a payload', async () => {
    expect((await invoke('snapshot-scheduler', '')).body).toEqual({ event: {} });
  });

  describe('an invocation returns the error of', () => {
    test.each([
      ['a name that is not percent-encoded text', '%zz', '{}', 400, 'ValidationException'],
      ['an unknown function', 'nobody', '{}', 404, 'ResourceNotFoundException'],
      [
        'an unknown function of a name that ends like one',
        'nobody:snapshot-scheduler',
        '{}',
        404,
        'ResourceNotFoundException',
      ],
      ['a payload that is not JSON', 'snapshot-scheduler', '{', 400, 'InvalidRequestContentException'],
    ])('%s', async (_what, name, body, status, type) => {
      expect(await invoke(name, body)).toMatchObject({ status, type });
      expect((await invoke('snapshot-scheduler')).status).toBe(200);
    });

    test('a function that throws', async () => {
      host = () => Promise.reject(new FunctionError('snapshot-scheduler: ZodError: no'));
      const answer = await invoke('snapshot-scheduler');
      expect(answer).toMatchObject({
        status: 200,
        functionError: 'Unhandled',
        body: { errorMessage: expect.stringContaining('ZodError') },
      });
    });

    test('a function that cannot be run', async () => {
      const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
      host = () => Promise.reject(new Error('no worker could be started'));
      expect(await invoke('snapshot-scheduler')).toMatchObject({ status: 500, type: 'ServiceException' });
      expect(logged).toHaveBeenCalledTimes(1);
      logged.mockRestore();
    });
  });
});

const MAX_BYTES = 6_291_556;

/** `{"statusCode":200,"body":""}` */
const FRAME_BYTES = 28;

/** A function that returns a body of one repeated character. */
const code = `export const handler = ({ length, character = 'x', bare }) => {
  const body = character.repeat(length);
  return Promise.resolve(bare ? body : { statusCode: 200, body });
};`;

describe('function host', () => {
  let dir: string;
  let host: FunctionHost;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'function-'));
    writeFileSync(join(dir, 'index.mjs'), code);
    const model = {
      logicalId: 'F',
      name: 'f',
      codeDir: dir,
      handler: 'index.handler',
      timeoutMs: 10_000,
      memoryMb: 256,
      allowsRecursion: false,
    };
    host = createFunctionHost({ ...model, environment: {} }, { environment: {}, extraCa: [] });
  });

  afterAll(async () => {
    await host.close();
    rmSync(dir, { recursive: true });
  });

  const lengthOf = async (event: object) => ((await host.invoke(event)) as { body: string }).body.length;

  describe('a response', () => {
    test('is accepted up to 6,291,556 bytes, and a longer one is an error of the function', async () => {
      const length = MAX_BYTES - FRAME_BYTES;
      expect(await lengthOf({ length })).toBe(length);
      const refused = host.invoke({ length: length + 1 });
      await expect(refused).rejects.toThrow(FunctionError);
      await expect(refused).rejects.toThrow(
        'Function.ResponseSizeTooLarge: Response payload size exceeded maximum allowed payload size (6291556 bytes).',
      );
    });

    test.each([
      ['bytes, not characters', '語', 2_097_000, 2_098_000],
      ['escaped characters of JSON', '\u0001', 1_048_000, 1_049_000],
    ])('is measured in %s', async (_what, character, fits, tooLong) => {
      expect(await lengthOf({ character, length: fits })).toBe(fits);
      await expect(host.invoke({ character, length: tooLong })).rejects.toThrow('ResponseSizeTooLarge');
    });

    test('is measured in any form', async () => {
      await expect(host.invoke({ bare: true, length: MAX_BYTES })).rejects.toThrow('ResponseSizeTooLarge');
    });

    test('that is rejected does not end the instance', async () => {
      await expect(host.invoke({ length: MAX_BYTES })).rejects.toThrow('ResponseSizeTooLarge');
      expect(await lengthOf({ length: 1 })).toBe(1);
    });
  });
});
