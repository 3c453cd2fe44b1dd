import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import aws4 from 'aws4';
import type { Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../hostile/support-faults/fault-proxy.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const browser = await launchBrowser(['--host-resolver-rules=MAP rebind.test 127.0.0.1']);

interface Call {
  path: string;
  method: string;
  service: string;
  target?: string;
  body?: string;
}

/** Calls of a web page to the services that the runner emulates. */
const ofGateway: Call[] = [
  { path: '/apikeys?includeValues=true', method: 'GET', service: 'apigateway' },
  { path: '/2015-03-31/functions/snapshot-scheduler/invocations', method: 'POST', service: 'lambda', body: '{}' },
  { path: '/', method: 'POST', service: 'sqs', target: 'AmazonSQS.ListQueues', body: '{}' },
  {
    path: '/',
    method: 'POST',
    service: 'ssm',
    target: 'AmazonSSM.GetParameter',
    body: '{"Name":"/local/forum/sign-salt"}',
  },
];
const ofDatabase: Call[] = [
  { path: '/', method: 'POST', service: 'dynamodb', target: 'DynamoDB_20120810.ListTables', body: '{}' },
];

interface PageRequest {
  method?: string;
  mode?: RequestMode;
  headers?: Record<string, string>;
  body?: string;
}

describeInBrowser(browser, 'a web page on the same machine', (browser) => {
  let proxy: FaultProxy;
  let runner: TestRunner;
  let databaseUrl: string;
  let otherOrigin: Server;
  let page: Page;

  beforeAll(async () => {
    proxy = await startFaultProxy();
    runner = await startTestRunner(proxy.environment, ['--offline']);
    // The proxy learns the address of the database from the first call of a function.
    expect((await runner.get('/api/v1/seo/query?domain=shop.example')).status).toBe(200);
    databaseUrl = proxy.dynamodbUrl();
    otherOrigin = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Another origin</title>');
    }).listen(0, '127.0.0.1');
    await once(otherOrigin, 'listening');
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    otherOrigin.close();
    await runner.close();
    await proxy.close();
  });

  /** Returns status and body as the page sees them, or that the browser blocks access to them. */
  const fetchInPage = (url: string, init: PageRequest = {}) =>
    page.evaluate(
      async ([url, init]) => {
        try {
          const response = await fetch(url, init);
          return { type: response.type, status: response.status, body: await response.text() };
        } catch {
          return 'kept from the page';
        }
      },
      [url, init] as const,
    );

  /** Signs a call with the operator's credentials, as after a leak of their file. */
  function signedHeaders(url: string, { path, method, service, target, body = '' }: Call) {
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', ...(target && { 'X-Amz-Target': target }) };
    const call = { host: new URL(url).host, path, method, service, headers, body };
    const {
      Host: _,
      'Content-Length': __,
      ...signed
    } = aws4.sign(call, runner.aws.credentials).headers as Record<string, string>;
    return signed;
  }

  describe('of another origin', () => {
    beforeAll(async () => {
      await page.goto(`http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}/`);
    });

    test('can call the API with a key, as in AWS', async () => {
      const headers = { 'X-SEO-API-Key': runner.apiKey };
      const url = `${runner.url}/api/v1/seo/query?domain=shop.example`;
      expect(await fetchInPage(url, { headers })).toMatchObject({ type: 'cors', status: 200 });
    });

    test.each(ofGateway)('cannot read $service at $path', async (call) => {
      const { path, method, body } = call;
      const url = runner.url + path;
      const content = body === undefined ? {} : { body };
      const headers = signedHeaders(runner.url, call);
      expect(await fetchInPage(url, { method, headers, ...content })).toBe('kept from the page');
      // A request that needs no preflight is not an AWS call.
      const plain = await fetchInPage(url, { method, ...content });
      const [status, error] = path === '/' ? [405, 'method_not_allowed'] : [404, 'not_found'];
      expect(plain).toMatchObject({ status, body: expect.stringContaining(error) as unknown });
      const opaque = { type: 'opaque', status: 0, body: '' };
      expect(await fetchInPage(url, { method, mode: 'no-cors', ...content })).toEqual(opaque);
    });

    test.each(ofDatabase)('cannot read the database', async (call) => {
      const { path, method, body = '' } = call;
      const url = databaseUrl + path;
      const headers = signedHeaders(databaseUrl, call);
      expect(await fetchInPage(url, { method, headers, body })).toBe('kept from the page');
      expect(await fetchInPage(url, { method, body })).toBe('kept from the page');
      expect(await fetchInPage(url)).toBe('kept from the page');
      const opaque = { type: 'opaque', status: 0, body: '' };
      expect(await fetchInPage(url, { method, mode: 'no-cors', body })).toEqual(opaque);
    });
  });

  describe('of a host name that resolves to 127.0.0.1', () => {
    const renamed = (url: string) => url.replace('127.0.0.1', 'rebind.test');

    test('is served neither by the API nor by the database', async () => {
      for (const url of [runner.url, databaseUrl]) {
        const response = await page.goto(`${renamed(url)}/`);
        expect(response!.status()).toBe(421);
      }
    });

    test('gets no data with a key or with credentials', async () => {
      await page.goto(`${renamed(runner.url)}/`);
      const refused = { type: 'basic', status: 421, body: expect.stringContaining('answers to') as unknown };
      for (const path of ['/api/v1/seo/query?domain=shop.example', '/openapi.json', '/back-office/config.json']) {
        const headers = { 'X-SEO-API-Key': runner.apiKey };
        expect(await fetchInPage(renamed(runner.url) + path, { headers })).toMatchObject(refused);
      }
      for (const call of ofGateway) {
        const { path, method, body } = call;
        const content = body === undefined ? {} : { body };
        const headers = signedHeaders(renamed(runner.url), call);
        expect(await fetchInPage(renamed(runner.url) + path, { method, headers, ...content })).toMatchObject(refused);
      }
      await page.goto(`${renamed(databaseUrl)}/`);
      for (const call of ofDatabase) {
        const headers = signedHeaders(renamed(databaseUrl), call);
        const { method, body = '' } = call;
        expect(await fetchInPage(renamed(databaseUrl), { method, headers, body })).toMatchObject(refused);
      }
    });
  });
});
