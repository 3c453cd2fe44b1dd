import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodeTls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { kmsOperations } from '../../../infra/local/aws/kms.ts';
import { beginCrawl, coverageOf } from '../../../functions/core/crawls/begin-crawl.ts';
import {
  type Credentials,
  openCredentials,
  sealCredentials,
  shownCredentials,
} from '../../../functions/core/crawls/credentials/credentials.ts';
import { createJoinInvocation } from '../../../functions/core/crawls/join-invocation.ts';
import { processCrawlMessage } from '../../../functions/core/crawls/process-message.ts';
import { ownedBy } from '../../../functions/core/crawls/store/private-crawls.ts';
import type { StoredResult } from '../../../functions/core/crawls/store/item.ts';
import { coordinationTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { textOfItems } from '../../support/item-text.ts';
import * as local from '../platform/network/local-servers.ts';
import { type Answers, createCrawlWorld, html } from './crawl-world.ts';

const HOSTS = ['site.example', 'www.site.example', 'sub.site.example', 'other.example'];
const CREDENTIALS: Credentials = {
  headers: [{ name: 'X-Staging-Token', value: 'token-5b0c9f' }],
  basic_auth: { username: 'visitor', password: 'pass-77ad31' },
};
const AUTHORIZATION = `Basic ${Buffer.from('visitor:pass-77ad31').toString('base64')}`;
const SECRETS = ['token-5b0c9f', 'pass-77ad31', AUTHORIZATION.slice('Basic '.length)];

const trusted = nodeTls.getCACertificates();
const certificates = new Map<string, local.Certificate>();
const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
const before = { ...process.env };
let world: Awaited<ReturnType<typeof createCrawlWorld>>;
let folder: string;
/** Requests with their scheme, and whether they had all, none or some of the credentials. */
let sent: Record<string, 'all' | 'none' | 'some'>;
/** Values of the headers that a crawl can be given, of all requests by their addresses. */
let received: Record<string, Set<string>>;
let logged: string;

beforeAll(async () => {
  const ca = await local.authority();
  nodeTls.setDefaultCACertificates([...trusted, ca.cert]);
  for (const host of HOSTS) certificates.set(host, await local.certificateFor(host, { ca }));
  Object.assign(process.env, environment);
});
afterAll(() => {
  nodeTls.setDefaultCACertificates(trusted);
  for (const name of Object.keys(environment)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  [sent, received, logged] = [{}, {}, ''];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    jest.spyOn(console, method).mockImplementation((...parts: unknown[]) => void (logged += parts.join(' ')));
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  local.closeServers();
  rmSync(folder, { recursive: true });
  await world.close();
});

const redirect = (location: string): Answers[string] => {
  return (_, response) => void response.writeHead(302, { location }).end();
};

/** Opens a site that is served over http and https, and the service with an emulation of KMS. */
async function open(answers: Answers) {
  world = await createCrawlWorld({ '/robots.txt': 'User-agent: *\nAllow: /', ...answers });
  const ports: Record<string, number> = {};
  for (const host of HOSTS) {
    const serve =
      (scheme: string): Parameters<typeof local.serveHttp>[0] =>
      (request, response) => {
        const { 'x-staging-token': token, authorization } = request.headers;
        const given = [token === 'token-5b0c9f', authorization === AUTHORIZATION];
        const had = given.every(Boolean) ? 'all' : given.some(Boolean) ? 'some' : 'none';
        const address = `${scheme}://${request.headers.host!.replace(/:\d+$/, '')}${request.url!}`;
        sent[address] = had;
        (received[address] ??= new Set()).add([token, authorization].filter(Boolean).join(' ') || 'none');
        world.listener(request, response);
      };
    ports[host] = await local.serveBoth(certificates.get(host)!, serve('https'), serve('http'));
  }
  const kms = await local.serveHttp(answerAwsCalls(kmsOperations(join(folder, 'key.json'))));
  const settings = {
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${kms}`,
    CREDENTIALS_KEY_ARN: 'arn:aws:kms:us-east-1:000000000000:key/any',
  };
  const { network } = world.services;
  Object.assign(world.services, {
    network: { ...local.networkOf(ports), resolver: (host: string) => network.resolver(host) },
    openCredentials: (...sealed: [Uint8Array, { owner: string; domain: string }]) =>
      openCredentials(...sealed, settings),
  });
  return settings;
}

async function crawl(answers: Answers, coverage: Parameters<typeof coverageOf>[0] = {}) {
  const settings = await open(answers);
  await world.prove('owner', 'dns');
  await begin(settings, coverage);
  await world.workOff();
  return readPrivate();
}

type Settings = Awaited<ReturnType<typeof open>>;

function begin(settings: Settings, coverage: Parameters<typeof coverageOf>[0] = {}) {
  const domain = 'site.example';
  return beginCrawl(
    {
      ...{ domain, pages: 50, ...coverageOf({ ...coverage, ...shownCredentials(CREDENTIALS) }) },
      sealCredentials: (owner) => sealCredentials(CREDENTIALS, { owner, domain }, settings),
    },
    { owner: 'owner', allowance: null },
    world.services,
  );
}

async function readPrivate() {
  const { crawls } = world.services;
  const [ended] = await crawls.list('site.example', { consistent: true, viewer: ownedBy('owner') });
  const result = JSON.parse(await crawls.readResult(ended!)) as StoredResult;
  return { ended: ended!, result, rows: await crawls.readRows(ended!) };
}

const textOfTable = (name: string) => textOfItems(world.tables.documents, name);

describe('a crawl with credentials', () => {
  test('sends its own alone, while others are in the same invocation', async () => {
    const settings = await open({
      '/': html('Home', '/page', 'https://site.example/linked', 'https://other.example/linked'),
      '/page': html('Page'),
      '/linked': html('Linked'),
    });
    const tokens = { 'site.example': 'token-of-site', 'other.example': 'token-of-other' };
    for (const [domain, value] of Object.entries(tokens)) {
      await world.prove(domain, 'dns', domain);
      const credentials = { headers: [{ name: 'X-Staging-Token', value }], basic_auth: null };
      const options = { external: true, ...shownCredentials(credentials) };
      const sealed = (owner: string) => sealCredentials(credentials, { owner, domain }, settings);
      const request = { domain, pages: 50, ...coverageOf(options), sealCredentials: sealed };
      expect(await beginCrawl(request, { owner: domain, allowance: null }, world.services)).toBe(true);
    }
    expect(await world.begin(50, {}, 'sub.site.example', { external: true })).toBe(true);
    const crawls = world.messages.splice(0).map(({ task }) => task);
    expect(crawls).toHaveLength(3);
    await processCrawlMessage({ crawls }, 1, world.services, createJoinInvocation(world.services));
    await world.workOff();
    expect([...world.messages, ...world.groups]).toEqual([]);
    for (const [domain, token] of Object.entries(tokens)) {
      expect(received[`https://${domain}/page`]).toEqual(new Set([token]));
      // As an external target of the others.
      expect(received[`https://${domain}/linked`]).toEqual(new Set([token, 'none']));
    }
    const others = Object.entries(received).filter(([url]) => !/^https:\/\/(site|other)\.example\//.test(url));
    expect(new Set(others.flatMap(([, values]) => [...values]))).toEqual(new Set(['none']));
    expect(Object.keys(received)).toEqual(expect.arrayContaining(['https://sub.site.example/page']));
  });

  test('sends them to its domain over https alone, and never after a redirect elsewhere', async () => {
    const { rows } = await crawl(
      {
        'site.example/': html(
          'Home',
          ...['/page', '/to-other', '/to-http', '/to-sub', '/to-port', '/image-page'],
          ...['http://site.example/plain', 'https://www.site.example/www', 'https://other.example/linked'],
        ),
        '/page': html('Page'),
        '/plain': html('Plain'),
        '/www': html('With www'),
        '/linked': html('Linked'),
        '/to-other': redirect('https://other.example/target'),
        '/to-http': redirect('http://site.example/over-http'),
        '/to-sub': redirect('https://sub.site.example/target'),
        '/to-port': redirect('https://site.example:8443/target'),
        '/over-http': html('Over http'),
        'other.example/target': html('Target'),
        '/image-page': `${html('Images')}<img src="/logo.png" alt=""><img src="https://other.example/logo.png" alt="">
          <img src="https://other.example/back" alt=""><script src="https://sub.site.example/script.js"></script>`,
        'other.example/back': redirect('https://site.example/returned'),
        '/returned': html('Returned'),
      },
      { external: true, resources: true },
    );
    expect(sent).toMatchObject({
      'https://site.example/robots.txt': 'all',
      'https://site.example/': 'all',
      'https://site.example/page': 'all',
      'https://site.example/to-other': 'all',
      'https://site.example/to-http': 'all',
      'https://www.site.example/www': 'all',
      'https://site.example/logo.png': 'all',
      'http://site.example/plain': 'none',
      'http://site.example/over-http': 'none',
      'https://other.example/robots.txt': 'none',
      'https://other.example/linked': 'none',
      'https://other.example/logo.png': 'none',
      'https://other.example/back': 'none',
      'https://site.example/returned': 'none',
      'https://sub.site.example/script.js': 'none',
    });
    const withSome = Object.entries(sent).filter(([, had]) => had !== 'none');
    expect(withSome.every(([url]) => /^https:\/\/(www\.)?site\.example\//.test(url))).toBe(true);
    expect(rows.find(({ url }) => url === 'https://site.example/page')).toMatchObject({ http_status: 200 });
  });

  test('sends none to the host of a home page elsewhere, nor when that redirects back', async () => {
    await crawl({
      'site.example/': redirect('https://other.example/'),
      'other.example/': redirect('https://www.site.example/'),
      'www.site.example/': html('Home'),
    });
    expect(sent).toMatchObject({
      'https://site.example/': 'all',
      'https://other.example/': 'none',
      'https://www.site.example/': 'none',
    });
  });

  test('requests no address that looks like signing out or deleting, and lists it as skipped', async () => {
    const { result, ended } = await crawl(
      {
        '/': html(
          'Home',
          '/account/sign-out',
          '/x?action=Logout',
          '/items/7/delete',
          '/away',
          '/logos',
          '/deleted-scenes',
        ),
        '/away': redirect('/logout'),
        '/logos': `${html('Logos')}<img src="/remove.png" alt="">`,
        '/deleted-scenes': html('Deleted scenes'),
      },
      { resources: true },
    );
    expect(Object.keys(sent).filter((url) => /out|delete\b|remove/i.test(url))).toEqual([]);
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(['https://site.example/deleted-scenes']));
    expect(result.skipped).toEqual([
      {
        reason: 'sign_out_or_delete',
        count: 5,
        examples: expect.arrayContaining(['https://site.example/account/sign-out', 'https://site.example/logout']),
      },
    ]);
    expect(ended.isComplete).toBe(true);
  });

  test('leaves no credentials in any item or log line, and no ciphertext after its end', async () => {
    const settings = await open({ '/': html('Home', '/page'), '/page': html('Page') });
    await world.prove('owner');
    await begin(settings);
    const started = await textOfTable(siteCrawlsTable.name);
    expect(started).toContain('"credentials"');
    await world.workOff();
    const items = [
      started,
      await textOfTable(siteCrawlsTable.name),
      await textOfTable(coordinationTable.name),
      JSON.stringify((await readPrivate()).result),
      logged,
    ];
    expect(items[1]).not.toContain('"credentials"');
    expect(items[1]).toContain('X-Staging-Token');
    for (const secret of SECRETS) expect(items.filter((text) => text.includes(secret))).toEqual([]);
  });

  test.each([
    ['another owner', { owner: 'other', domain: 'site.example' }],
    ['another domain', { owner: 'owner', domain: 'other.example' }],
  ])('sends no request with a ciphertext that was copied from %s', async (_, of) => {
    const settings = await open({ '/': html('Home') });
    await world.prove('owner');
    await begin(settings);
    const copied = await sealCredentials(CREDENTIALS, of, settings);
    world.services.crawls = { ...world.services.crawls, readCredentials: () => Promise.resolve(copied) };
    await expect(world.workOff()).rejects.toThrow('kms:Decrypt failed: InvalidCiphertextException');
    expect(sent).toEqual({});
    for (const secret of SECRETS) expect(logged).not.toContain(secret);
  });

  test('ends when its domain is deleted, and leaves neither credentials nor results', async () => {
    const settings = await open({
      '/': html('Home', '/one', '/two'),
      '/one': (_, response) => {
        void world.services.crawls.deleteDomain('site.example').then(() => {
          // The next request comes after the crawl has looked whether it still exists.
          world.clock.now += 60_000;
          response.setHeader('content-type', 'text/html').end(html('One'));
        });
      },
      '/two': html('Two'),
    });
    await world.prove('owner');
    await begin(settings);
    await world.workOff();
    expect(sent).not.toHaveProperty('https://site.example/two');
    const left = await textOfTable(siteCrawlsTable.name);
    for (const trace of ['"credentials"', 'X-Staging-Token', 'https://site.example/'])
      expect(left).not.toContain(trace);
  });

  test('requires a proof of control of any kind', async () => {
    const settings = await open({ '/': html('Home') });
    await expect(begin(settings)).rejects.toMatchObject({ code: 'proof_required' });
    expect(await textOfTable(siteCrawlsTable.name)).toBe('[]');
  });

  test('is no audit, and others see no effect of it', async () => {
    await crawl({ '/': html('Home') });
    const { crawls } = world.services;
    const seen = await crawls.read('site.example', { consistent: true, viewer: ownedBy('other') });
    expect(seen).toEqual({ audit: null, last: null, inProgress: [], historyJson: '[]' });
    expect(await crawls.list('site.example', { consistent: true, viewer: ownedBy('other') })).toEqual([]);
  });
});

test('credentials can be decrypted for their owner and domain alone', async () => {
  const settings = await open({});
  const of = { owner: 'owner', domain: 'site.example' };
  const sealed = await sealCredentials(CREDENTIALS, of, settings);
  expect(await openCredentials(sealed, of, settings)).toEqual(CREDENTIALS);
  for (const other of [
    { ...of, owner: 'other' },
    { ...of, domain: 'other.example' },
  ]) {
    await expect(openCredentials(sealed, other, settings)).rejects.toThrow('InvalidCiphertextException');
  }
});
