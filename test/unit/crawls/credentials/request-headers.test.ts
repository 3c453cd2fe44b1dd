import { describe, expect, test } from '@jest/globals';
import { credentialsFor } from '../../../../functions/core/crawls/credentials/request-headers.ts';
import { isUnsafeAddress } from '../../../../functions/core/crawls/frontier/traps/unsafe-address.ts';

const HEADERS = { 'x-token': 'value', authorization: `Basic ${Buffer.from('you:wörd').toString('base64')}` };
const headersFor = credentialsFor('site.example', {
  headers: [{ name: 'X-Token', value: 'value' }],
  basic_auth: { username: 'you', password: 'wörd' },
});

describe('a request of a crawl with credentials', () => {
  test.each([
    ['https://site.example/', []],
    ['https://www.site.example/page?x=1', []],
    ['https://site.example:443/', []],
    ['https://site.example/b', ['https://site.example/a', 'https://www.site.example/']],
  ])('has them to %s, redirected from %j', (url, from) => {
    expect(headersFor(new URL(url), from)).toEqual(HEADERS);
  });

  test.each([
    ['http://site.example/', []],
    ['http://site.example:443/', []],
    ['https://site.example:8443/', []],
    ['https://sub.site.example/', []],
    ['https://www.www.site.example/', []],
    ['https://notsite.example/', []],
    ['https://site.example.other.example/', []],
    ['https://site.example@other.example/', []],
    ['https://site.example./', []],
    ['https://site.example/', ['https://other.example/']],
    ['https://site.example/', ['http://site.example/']],
    ['https://site.example/', ['https://site.example:8443/']],
    ['https://site.example/', ['https://site.example/', 'https://other.example/', 'https://site.example/a']],
    ['https://site.example/logout', []],
  ])('has none to %s, redirected from %j', (url, from) => {
    expect(headersFor(new URL(url), from)).toBeUndefined();
  });

  test('has them to the bare domain if control of that with www was proved', () => {
    const ofWww = credentialsFor('www.site.example', { headers: [{ name: 'a', value: 'b' }], basic_auth: null });
    expect(ofWww(new URL('https://site.example/'), [])).toEqual({ a: 'b' });
  });
});

describe('an address', () => {
  test.each([
    '/logout',
    '/LogOut/',
    '/account/sign-out',
    '/sign_out.php',
    '/users/sign%2Dout',
    '/x?action=delete&id=1',
    '/x?do=log%20out',
    '/items/5/remove',
    '/deleteItem',
    '/api/removeFromCart',
    '/logoff',
  ])('%s looks like signing out or deleting', (path) => {
    expect(isUnsafeAddress(`https://site.example${path}`)).toBe(true);
  });

  test.each([
    '/',
    '/logo',
    '/signs/outdoor',
    '/deleted-scenes',
    '/removal',
    '/catalog/outlet',
    '/design-outline',
    '/%E0%A4%A',
  ])('%s does not', (path) => {
    expect(isUnsafeAddress(`https://site.example${path}`)).toBe(false);
  });
});
