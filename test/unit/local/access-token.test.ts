import { describe, expect, test } from '@jest/globals';
import { generateKeyPairSync, sign } from 'node:crypto';
import { verifyAccessToken } from '../../../infra/local/sign-in/sign-in-server.ts';

const NOW = Date.parse('2026-11-01T08:00:00Z');
const issuer = 'http://127.0.0.1:1';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rules = {
  issuer,
  keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own' }],
  now: () => NOW,
};
const good = { iss: issuer, exp: NOW / 1000 + 60, scope: 'openid back-office/operate', username: 'me' };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token({ claims = {}, header = {}, key = own.privateKey } = {}) {
  const text = `${part({ alg: 'RS256', kid: 'own', ...header })}.${part({ ...good, ...claims })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

const accept = (text: string) => verifyAccessToken(text, ['back-office/operate'], rules);

test('verification returns the claims of a valid token as texts', () => {
  expect(accept(token())).toMatchObject({ username: 'me', exp: String(good.exp) });
});

describe('verification rejects a token', () => {
  const [header, , signature] = token().split('.');
  test.each([
    ['of another issuer', token({ claims: { iss: 'http://127.0.0.1:2' } })],
    ['that has expired', token({ claims: { exp: NOW / 1000 } })],
    ['that never expires', token({ claims: { exp: undefined } })],
    ['without the scope', token({ claims: { scope: 'openid' } })],
    ['with a scope that begins like it', token({ claims: { scope: 'back-office/operate-not' } })],
    ['signed by another key', token({ key: other.privateKey })],
    ['of a key that is not known', token({ header: { kid: 'other' }, key: other.privateKey })],
    ['that names another algorithm', token({ header: { alg: 'none' } })],
    ['whose claims were changed', `${header}.${part({ ...good, username: 'you' })}.${signature}`],
    ['without a signature', `${header}.${part(good)}.`],
    ['with a part too many', `${token()}.x`],
    ['of nothing', ''],
    ['of a text that is not JSON', `a.b.${signature}`],
  ])('%s', (_what, text) => {
    expect(accept(text)).toBeNull();
  });
});
