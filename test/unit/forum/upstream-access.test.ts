import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { relayResponse } from '../../../functions/core/forum/relay-actions.ts';
import { readUpstreamAccess } from '../../../functions/core/forum/upstream-access.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { forumSettings } from '../../../functions/core/forum/settings.ts';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { ssmOperations } from '../../../infra/local/aws/ssm.ts';
import { settingsOf } from '../../support/settings.ts';

let server: Server;

let fault: string | null;

/** The salt is cached for five minutes, so each test has its own parameter. */
let parameter: string;

let count = 0;

const environment = { ...process.env };

beforeAll(async () => {
  const operations = ssmOperations({ '/shop/1': 'salt', '/shop/2': 'salt', '/shop/3': 'salt', '/shop/4': 'salt' });
  server = createServer((request, response) => {
    if (!fault) return answerAwsCalls(operations)(request, response);
    response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify({ __type: fault }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
  });
});

afterAll(() => {
  process.env = environment;
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  fault = null;
  parameter = `/shop/${(count += 1)}`;
});

const read = (FORUM_SIGN_SALT_PARAMETER = parameter, FORUM_UPSTREAM_URL = 'https://forum.example') =>
  readUpstreamAccess(settingsOf(forumSettings, { FORUM_UPSTREAM_URL, FORUM_SIGN_SALT_PARAMETER }));

test('the salt is read from its parameter', async () => {
  expect(await read()).toMatchObject({ FORUM_UPSTREAM_URL: 'https://forum.example', salt: 'salt' });
});

test('without that parameter, or without an upstream, the forum is not configured', async () => {
  await expect(read('/shop/none')).rejects.toMatchObject({ kind: 'not_configured' });
  await expect(read(parameter, '')).rejects.toMatchObject({ kind: 'not_configured' });
});

test.each(['ThrottlingException', 'AccessDeniedException'])(
  'a salt that cannot be read (%s) is not reported as not_configured, and is read again by the next call',
  async (type) => {
    fault = type;
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ServiceError);
    fault = null;
    expect(await read()).toMatchObject({ salt: 'salt' });
  },
);

const event = { requestContext: { requestId: 'a-b' } } as unknown as APIGatewayProxyEvent;

/** Maximum size of a response of a Lambda function, as JSON. */
const MAX_RESPONSE_BYTES = 6_291_556;

const bytesOf = (response: unknown) => Buffer.byteLength(JSON.stringify(response));

test.each([
  ['plain text', 'x', 5_900_000],
  ['quotes, which take four bytes', '"', 1_400_000],
  ['Chinese, which takes three', '很', 1_900_000],
  ['control characters, which take seven', '\u0001', 850_000],
])('an answer of %s is returned when it fits, and otherwise an error', (_name, character, count) => {
  const response = relayResponse(event, { text: character.repeat(count) });
  expect(JSON.parse(response.body)).toMatchObject({ code: 200, data: {} });
  expect(bytesOf(response)).toBeLessThan(MAX_RESPONSE_BYTES);
  expect(() => relayResponse(event, { text: character.repeat(count * 1.1) })).toThrow(
    expect.objectContaining({ code: 'upstream_unreadable', status: 502 }),
  );
});
