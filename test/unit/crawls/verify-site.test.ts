import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { unlimited } from '../../../functions/core/accounts/fetch-slots.ts';
import { deleteDomain } from '../../../functions/core/deletion/delete-domain.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { verifySite, type VerifyServices } from '../../../functions/core/crawls/verify-site.ts';
import { createVerifications } from '../../../functions/core/crawls/store/verifications.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { createTestRecordServices } from '../../support/record-services.ts';
import * as local from '../platform/network/local-servers.ts';

const DOMAIN = 'site.example';
const FILE = '/.well-known/seo-verification.txt';
const MINUTE_MS = 60_000;

let opened: Awaited<ReturnType<typeof createTestRecordServices>>;
let services: VerifyServices;
let records: string[][];
/** Sends the file; by default there is none. */
let answerFile: RequestListener;
let robots: string;
let requests: string[];
let pages: number;

beforeEach(async () => {
  [records, robots, requests, pages] = [[], '', [], 0];
  answerFile = (_, response) => void response.writeHead(404).end();
  const site = await local.serveHttp((request, response) => {
    requests.push(`${request.headers.host!.replace(/:\d+$/, '')}${request.url!}`);
    if (request.url === '/robots.txt') response.end(robots);
    else answerFile(request, response);
  });
  const hosts = [DOMAIN, `www.${DOMAIN}`, 'other.example', `sub.${DOMAIN}`];
  const dns = await local.serveDns(({ name, type }) => {
    if (hosts.includes(name)) return [];
    return name === `_seo-verification.${DOMAIN}` && type === 'TXT'
      ? records.map((data) => ({ name, type: 'TXT', ttl: 1, data }))
      : 'NXDOMAIN';
  });
  opened = await createTestRecordServices([]);
  services = {
    ...opened.services,
    network: local.networkOf(Object.fromEntries(hosts.map((host) => [host, site])), [dns]),
    verifications: createVerifications(opened.tables.db, siteCrawlsTable.name, () => opened.clock.now),
    slots: () => Promise.resolve({ next: () => Promise.resolve(), rest: () => Promise.resolve() }),
    isSiteDisabled: false,
  };
});
afterEach(async () => {
  local.closeServers();
  await opened.close();
});

const takePage = () => Promise.resolve(void (pages += 1));
const verify = (owner = 'owner-1', domain = DOMAIN) =>
  verifySite({ domain, owner, takePage, whileFetching: unlimited }, services);
const verifyLater = (ms = MINUTE_MS) => {
  opened.clock.now += ms;
  return verify();
};
const sends =
  (text: string): RequestListener =>
  (_, response) =>
    void response.end(text);

test('the first call returns a token without any request, and each owner and domain has another one', async () => {
  const first = await verify();
  expect(first).toMatchObject({ proof: null, expiresAt: null, token: expect.stringMatching(/^[\w-]{32}$/) });
  expect((await verify()).token).toBe(first.token);
  const others = [await verify('owner-2'), await verify('owner-1', `sub.${DOMAIN}`)];
  expect(new Set([first, ...others].map(({ token }) => token)).size).toBe(3);
});

test('a name that does not exist is not found, and counts no page', async () => {
  await verify('owner-1', `none.${DOMAIN}`);
  opened.clock.now += MINUTE_MS;
  await expect(verify('owner-1', `none.${DOMAIN}`)).rejects.toMatchObject({ code: 'domain_not_found' });
  expect([pages, requests]).toEqual([0, []]);
});

test.each<[string, 'file' | 'dns', (token: string) => void]>([
  ['a TXT record', 'dns', (token) => (records = [['v=spf1 -all'], [token.slice(0, 9), token.slice(9)]])],
  ['a line of the file', 'file', (token) => (answerFile = sends(`first\r\n ${token}\r\n`))],
  [
    'the file of www, to which the domain redirects',
    'file',
    (token) =>
      (answerFile = (request, response) => {
        if (request.headers.host!.startsWith('www.')) response.end(token);
        else response.writeHead(301, { location: `http://www.${DOMAIN}${FILE}` }).end();
      }),
  ],
  [
    'the file although robots.txt disallows it for all crawlers',
    'file',
    (token) => {
      robots = 'User-agent: *\nDisallow: /';
      answerFile = sends(token);
    },
  ],
])('the token in %s proves control for 90 days', async (_name, proof, publish) => {
  const { token } = await verify();
  publish(token);
  expect(await verifyLater()).toMatchObject({
    proof,
    expiresAt: new Date(opened.clock.now + 90 * DAY_MS).toISOString(),
  });
  expect(pages).toBe(1);
  records = [];
  answerFile = sends('');
  // A proof stays valid until it expires, and the same token can be proved again.
  expect(await verifyLater(90 * DAY_MS - 1)).toMatchObject({ proof });
  expect(await verifyLater()).toMatchObject({ proof: null, expiresAt: null, token });
  publish(token);
  expect(await verifyLater()).toMatchObject({ proof });
});

test('a file proves more than a DNS record, until its own proof has expired', async () => {
  const { token } = await verify();
  records = [[token]];
  expect(await verifyLater()).toMatchObject({ proof: 'dns' });
  answerFile = sends(token);
  expect(await verifyLater()).toMatchObject({ proof: 'file' });
  answerFile = sends('');
  expect(await verifyLater(60 * DAY_MS)).toMatchObject({ proof: 'file' });
  expect(await verifyLater(30 * DAY_MS)).toMatchObject({ proof: 'dns' });
});

test.each<[string, (token: string) => void]>([
  ['part of a line', (token) => (answerFile = sends(`token: ${token}`))],
  ['the body of an error', (token) => (answerFile = (_, response) => void response.writeHead(404).end(token))],
  ['a file beyond the size limit', (token) => (answerFile = sends(`${'x'.repeat(10_000)}\n${token}`))],
  [
    'the file of another site, to which the domain redirects',
    (token) =>
      (answerFile = (request, response) => {
        if (request.headers.host!.startsWith('other.')) response.end(token);
        else response.writeHead(302, { location: `http://other.example${FILE}` }).end();
      }),
  ],
  [
    'the file of a subdomain, to which the domain redirects',
    (token) =>
      (answerFile = (request, response) => {
        if (request.headers.host!.startsWith('sub.')) response.end(token);
        else response.writeHead(302, { location: `http://sub.${DOMAIN}${FILE}` }).end();
      }),
  ],
  [
    'a file that robots.txt disallows for this crawler',
    (token) => {
      robots = 'User-agent: DomaingaugeBot\nDisallow: /';
      answerFile = sends(token);
    },
  ],
  ['a record of another owner', () => (records = [['another-token']])],
])('%s proves nothing', async (_name, publish) => {
  publish((await verify()).token);
  expect(await verifyLater()).toMatchObject({ proof: null, expiresAt: null });
  expect(requests.filter((request) => !request.startsWith(DOMAIN))).toEqual([]);
});

test('a token is checked once a minute, and counts as one page each time', async () => {
  await verify();
  await Promise.all([verifyLater(), verify(), verify()]);
  const count = requests.length;
  await verifyLater(MINUTE_MS - 1);
  expect([pages, requests.length]).toEqual([1, count]);
  await verifyLater(1);
  expect(pages).toBe(2);
  expect(requests.length).toBeGreaterThan(count);
});

test('no request is sent to a blocked domain, without an allowance or to a site without a free slot', async () => {
  await verify();
  opened.clock.now += MINUTE_MS;
  const takeNone = () => Promise.reject(new Error('used up'));
  const request = { domain: DOMAIN, owner: 'owner-1', takePage: takeNone, whileFetching: unlimited };
  const refused = verifySite(request, services);
  await expect(refused).rejects.toThrow('used up');
  services.slots = () => Promise.reject(new ProviderUnavailable('busy', 60_000));
  expect(await verifyLater()).toMatchObject({ proof: null });
  await opened.services.followed.block(DOMAIN);
  await expect(verifyLater()).rejects.toMatchObject({ kind: 'domain_blocked' });
  expect(requests).toEqual([]);
});

test('only DNS is checked while requests to sites are disabled', async () => {
  const { token } = await verify();
  services.isSiteDisabled = true;
  answerFile = sends(token);
  expect(await verifyLater()).toMatchObject({ proof: null });
  records = [[token]];
  expect(await verifyLater()).toMatchObject({ proof: 'dns' });
  expect(requests).toEqual([]);
});

test('the deletion of a domain deletes its verifications, also during a check', async () => {
  const { token } = await verify();
  records = [[token]];
  await verifyLater();
  const deletion = { ...opened.services, domainItems: opened.domainItems };
  await deleteDomain(DOMAIN, deletion);
  expect(await services.verifications.read(DOMAIN, 'owner-1')).toBeNull();
  expect((await verify()).token).not.toBe(token);
  answerFile = (_, response) => void deleteDomain(DOMAIN, deletion).then(() => response.end(token));
  records = [];
  await verifyLater();
  expect(await services.verifications.read(DOMAIN, 'owner-1')).toBeNull();
});
