import fc from 'fast-check';
import type { HostileRequest } from './http-client.ts';
import type { NewSecret } from './requests.ts';
import { encodedText, headerText, hostileText, percentEncoded } from './texts.ts';

/** The calls of the API, by method; parts in braces are generated. */
const CALLS = [
  ...[
    'GET session',
    'GET plans',
    'GET keys',
    'POST keys',
    'PATCH keys/{id}',
    'DELETE keys/{id}',
    'GET keys/{id}/usage',
  ],
  ...['GET domains', 'GET domains/{domain}', 'GET domains/{domain}/history', 'POST domains/{domain}/refresh'],
  ...['POST domains/{domain}/snapshot', 'POST domains/{domain}/block', 'POST domains/{domain}/unblock'],
  ...[
    'DELETE domains/{domain}',
    'GET domains/{domain}/reports',
    'POST domains/{domain}/reports',
    'DELETE domains/{domain}/reports/{id}',
    'GET queue',
    'POST batches',
    'GET batches/{id}',
    'DELETE batches/{id}',
    'POST queue/retry',
    'GET queue/dead-letters',
    'POST queue/dead-letters/retry',
    'POST queue/dead-letters/drop',
    'GET costs',
    'PUT keys',
    'GET {id}/{domain}',
    'GET {id}',
  ],
];
const PARAMETERS = ['search', 'after', 'from', 'to', 'range', 'limit', 'cursor', 'format'];

const segment = encodedText.map((text) => text.replaceAll(/[\0-\x20?#/]/g, '+'));

const body = fc.oneof(
  fc
    .record(
      {
        name: fc.oneof(hostileText, fc.jsonValue()),
        plan: fc.oneof(fc.constantFrom<unknown>('basic', 'pro', 'none', 1, null), hostileText),
        note: fc.oneof(hostileText, fc.jsonValue()),
        enabled: fc.oneof(fc.boolean(), fc.jsonValue()),
        domains: fc.oneof(fc.array(fc.oneof(hostileText, fc.jsonValue())), fc.jsonValue()),
        id: fc.oneof(hostileText, fc.jsonValue()),
        before: fc.oneof(hostileText, fc.jsonValue()),
        fields: fc.oneof(fc.array(hostileText), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', 'null', '[', '{"name":1e999}', '{"__proto__":{"plan":"pro"}}', '['.repeat(50_000)),
  hostileText,
);

/**
 * Calls of the back office's API.
 *
 * @param authorization value of the header; `null`: something that is not a token
 */
export function backOfficeRequest(authorization: string | null, secret: NewSecret): fc.Arbitrary<HostileRequest> {
  const query = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), encodedText), { maxLength: 4 }).map((pairs) =>
    pairs
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .replaceAll(/[\0-\x20]/g, '+'),
  );
  const token = authorization === null ? anyToken(secret) : fc.constant(authorization);
  const call = fc.constantFrom(...CALLS).map((text) => text.split(' ') as [string, string]);
  const domain = fc.oneof(segment, fc.constantFrom('hostile.example', percentEncoded('https://x.example/a?b')));
  return fc
    .record({ call, id: segment, domain, query, token, body, accept: headerText })
    .map(({ call: [method, path], id, domain: name, query: part, token: value, body: text, accept }) => ({
      method,
      target: `/back-office/api/${path.replace('{id}', () => id).replace('{domain}', () => name)}${part ? `?${part}` : ''}`,
      headers: [
        ['Authorization', value],
        ['Accept', accept],
      ],
      body: method === 'GET' ? null : Buffer.from(text),
    }));
}

const NONE = Buffer.from('{"alg":"none"}').toString('base64url');

function anyToken(secret: NewSecret): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant(null).map(() => `Bearer ${secret()}`),
    fc.constant(null).map(() => `${NONE}.${Buffer.from(`{"sub":"${secret()}"}`).toString('base64url')}.`),
    fc.constant(null).map(() => `Basic ${secret()}`),
    fc.constantFrom('', 'Bearer', 'Bearer ', 'Bearer ..', 'Bearer a.b.c.d', `Bearer ${NONE}.e30.x`, 'x'.repeat(5_000)),
    headerText.filter((text) => !text.startsWith('AWS4-HMAC-SHA256')),
  );
}
