import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import {
  type Certificates,
  makeCertificates,
  type SiteServer,
  startSiteServer,
} from '../../../infra/sandbox/site-server.ts';

const BASE = 'faulty.example';
const STAGING = 'staging.example';
const FOLDER = 'infra/sandbox/sites';
const pathsOf = (host: string) =>
  globSync('**/*.{html,txt,xml,js,png}', { cwd: `${FOLDER}/${host}` }).map((file) => `/${file}`);

let certificates: Certificates;
let server: SiteServer;
beforeAll(async () => {
  certificates = await makeCertificates([BASE, STAGING]);
  server = await startSiteServer(certificates);
});
afterAll(() => server.close());

async function ask(host: string, path: string) {
  const to = { host: '127.0.0.1', port: server.port, path, servername: host, ca: certificates.ca };
  const [response] = (await once(https.get({ ...to, headers: { Host: host } }), 'response')) as [IncomingMessage];
  const robots = String(response.headers['x-robots-tag'] ?? '');
  // Without the blanks that fill up large pages.
  return { status: response.statusCode, robots, body: (await text(response)).trimEnd() };
}

test('the second version of a site has its own files, and those of the first with its own host', async () => {
  const paths = [...new Set([...pathsOf(BASE), ...pathsOf(STAGING)])];
  const answers = await Promise.all(
    paths.map(async (path) => {
      const [first, second] = await Promise.all([ask(BASE, path), ask(STAGING, path)]);
      return { path, first, second };
    }),
  );
  expect(answers.filter(({ second }) => second.body.includes(BASE))).toEqual([]);
  const differing = answers.filter(
    ({ first, second }) => JSON.stringify(first).replaceAll(BASE, STAGING) !== JSON.stringify(second),
  );
  expect(
    Object.fromEntries(
      differing.map(({ path, first, second }) => [path, `${first.status} ${second.status} ${second.robots}`.trim()]),
    ),
  ).toEqual({
    '/about.html': '200 200',
    '/archive/3.html': '200 200 noindex',
    '/archive/5.html': '200 404',
    '/links/missing.html': '200 200',
    '/links/redirect-temporary.html': '200 200',
    '/news.html': '404 200',
    '/titles/short.html': '200 200',
  });
});
