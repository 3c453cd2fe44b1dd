import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { servePage } from '../../../functions/workspace-page/serve-page.ts';

const files = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', text: '<title>Back office</title>' }],
  ['assets/main-4f2.js', { type: 'text/javascript; charset=utf-8', text: 'start()' }],
]);
const signIn = {
  SIGN_IN_ISSUER: 'https://issuer.example/pool',
  SIGN_IN_CLIENT_ID: 'client',
  SIGN_IN_SCOPE: 'openid back-office/operate',
  SIGN_IN_ORIGINS: 'https://issuer.example https://pages.example',
  SIGN_IN_LOGOUT_URL: 'https://pages.example/logout',
};

/** @param path in the event of the gateway, without the stage */
function serve(path: string) {
  const proxy = path.replace(/^\/back-office\/?/, '').replace(/\/$/, '');
  const event = { path, pathParameters: proxy ? { proxy } : null } as unknown as APIGatewayProxyEvent;
  return servePage(event, { files, signIn });
}

test('the page is revalidated each time, and its assets are immutable', () => {
  expect(serve('/back-office/')).toMatchObject({
    statusCode: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: '<title>Back office</title>',
  });
  expect(serve('/back-office/assets/main-4f2.js')).toMatchObject({
    statusCode: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
    body: 'start()',
  });
});

test.each([
  ['/back-office', 'back-office/'],
  ['/back-office/keys', './'],
  ['/back-office/keys/abc', '../'],
  ['/back-office/keys/abc/', '../../'],
])('%s redirects to the page below any stage', (path, location) => {
  expect(serve(path)).toMatchObject({ statusCode: 302, headers: { Location: location } });
  expect(new URL(location, `https://api.example/prod${path}`).pathname).toBe('/prod/back-office/');
});

test.each([
  '/back-office/assets/none.js',
  '/back-office/assets/none',
  '/back-office/handler.mjs',
  '/back-office/../handler.mjs',
  '/back-office/..%2fhandler.mjs',
])('%s is not found', (path) => {
  expect(() => serve(path)).toThrow(expect.objectContaining({ kind: 'not_found' }));
});

test('the configuration of the sign-in is public', () => {
  expect(JSON.parse(serve('/back-office/config.json').body)).toEqual({
    issuer: 'https://issuer.example/pool',
    client_id: 'client',
    scope: 'openid back-office/operate',
    logout_url: 'https://pages.example/logout',
  });
});

describe('the Content-Security-Policy', () => {
  const policyOf = (path: string) => {
    const text = String(serve(path).headers?.['Content-Security-Policy']);
    return Object.fromEntries<string>(
      text.split('; ').map((directive) => {
        const [name, ...sources] = directive.split(' ');
        return [name!, sources.join(' ')];
      }),
    );
  };

  test('allows code only from its own origin, and calls only to this and the sign-in', () => {
    expect(policyOf('/back-office/')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self' https://issuer.example https://pages.example",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    });
  });

  test('is also in redirects', () => {
    expect(policyOf('/back-office')['default-src']).toBe("'none'");
  });
});
