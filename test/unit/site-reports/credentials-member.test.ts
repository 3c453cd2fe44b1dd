import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { credentialsFor } from '../../../functions/core/crawls/credentials/request-headers.ts';
import { admittedCredentials, credentialsMembers } from '../../../functions/core/site-reports/credentials-member.ts';

const SECRET = 'secret-8d1c';
const body = z.strictObject(credentialsMembers());

/** @returns the parameters that are refused, with their rules */
function refusedOf(given: object): string[] {
  const parsed = body.safeParse(given);
  if (!parsed.success) {
    expect(JSON.stringify(parsed.error.issues)).not.toContain(SECRET);
    return parsed.error.issues.map(({ path }) => path.join('.'));
  }
  try {
    admittedCredentials(parsed.data, 'crawl.');
    return [];
  } catch (error) {
    expect(JSON.stringify(error) + String(error)).not.toContain(SECRET);
    const { details } = error as { details: { param: string; rule: string }[] };
    return details.map(({ param, rule }) => `${param} ${rule}`);
  }
}

describe('the credentials of a request', () => {
  test('are the headers and the user', () => {
    const basic_auth = { username: 'you', password: 'a:b ü' };
    expect(admittedCredentials(body.parse({ headers: { Cookie: 'a=b; c=d' }, basic_auth }))).toEqual({
      headers: [{ name: 'Cookie', value: 'a=b; c=d' }],
      basic_auth,
    });
    expect(admittedCredentials(body.parse({}))).toBeNull();
  });

  test('never set what objects inherit', () => {
    const given = JSON.parse(`{"headers": {"__proto__": "${SECRET}", "constructor": "${SECRET}"}}`) as object;
    const credentials = admittedCredentials(body.parse(given))!;
    const sent = credentialsFor('site.example', credentials)(new URL('https://site.example/'), [])!;
    expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
    expect(sent['constructor']).toBe(SECRET);
  });

  test.each([
    'Host',
    'user-agent',
    'Connection',
    'Range',
    'Content-Length',
    'content-anything',
    'Transfer-Encoding',
    'X-Forwarded-For',
    'Accept-Encoding',
    'TE',
    'Upgrade',
  ])('must not contain %s', (name) => {
    expect(refusedOf({ headers: { [name]: SECRET } })).toEqual([`crawl.headers.${name} header_refused`]);
  });

  test.each([
    [
      'a name that is none, which may be a value',
      { headers: { [`${SECRET}: x`]: 'x' } },
      ['crawl.headers header_name'],
    ],
    ['a long name', { headers: { [SECRET.repeat(10)]: 'x' } }, ['crawl.headers header_name']],
    ['a line break', { headers: { a: `${SECRET}\r\nHost: x` } }, ['crawl.headers.a header_value']],
    ['a space at the end', { headers: { a: `${SECRET} ` } }, ['crawl.headers.a header_value']],
    ['other characters', { headers: { a: `${SECRET}ü` } }, ['crawl.headers.a header_value']],
    ['no value', { headers: { a: '' } }, ['crawl.headers.a header_value']],
    ['a long value', { headers: { a: SECRET.repeat(200) } }, ['crawl.headers.a header_value']],
    ['a name twice', { headers: { a: 'x', A: SECRET } }, ['crawl.headers.A header_twice']],
    [
      'Authorization and a user',
      { headers: { authorization: SECRET }, basic_auth: { username: 'x', password: SECRET } },
      ['crawl.headers.authorization not_with'],
    ],
    [
      'more bytes than are encrypted',
      { headers: { a: 'x'.repeat(2_000), b: 'x'.repeat(2_000), c: SECRET.repeat(10) } },
      ['crawl.headers credentials_too_long'],
    ],
    ['no text', { headers: { a: 1 } }, ['headers.a']],
    [
      '11 headers',
      { headers: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`a${i}`, SECRET])) },
      ['headers'],
    ],
    ['a colon in the user name', { basic_auth: { username: `a:${SECRET}`, password: '' } }, ['basic_auth.username']],
    ['a control character', { basic_auth: { username: 'a', password: `${SECRET}\n` } }, ['basic_auth.password']],
    ['no password', { basic_auth: { username: 'a' } }, ['basic_auth.password']],
  ])('must not have %s', (_, given, refused) => {
    expect(refusedOf(given)).toEqual(refused);
  });
});
