import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { relayResponse } from '../../../functions/core/forum/relay-actions.ts';

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
