import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pageAddress } from '../../../functions/shared/domain/page-address.ts';
import type { RobotsAnswer, ServedPage } from '../../../functions/shared/network/served-page.ts';
import type { CrawledPage } from '../../../functions/shared/record/crawled-page.ts';
import { ISSUES } from '../../../functions/shared/website/issues/index.ts';
import { siteTasks } from '../../../functions/shared/website/reader/read-site.ts';
import { buildSite } from '../../../functions/shared/website/site/build-site.ts';
import { Frontier } from '../../../functions/shared/website/site/frontier.ts';
import { type Certificates, makeCertificates } from '../../../infra/sandbox/certificates.ts';
import { type SiteServer, startSiteServer } from '../../../infra/sandbox/site-server.ts';
import { declaredIssues, FAULTY_HOME } from '../../support/faulty-site.ts';

const HOSTS = ['faulty.example', 'www.faulty.example'];
let certificates: Certificates;
let server: SiteServer;

beforeAll(async () => {
  certificates = await makeCertificates(HOSTS);
  server = await startSiteServer(certificates);
});
afterAll(() => server.close());

test('each page of the faulty site shows the issues that it declares, and no other', async () => {
  const { crawled, listed } = await crawl();
  const site = buildSite(crawled, { listed, isWhole: true });
  const shown: Record<string, string[]> = Object.fromEntries(crawled.map(({ url }) => [url, []]));
  for (const { id, find } of ISSUES) for (const { url } of find(site)) shown[url]!.push(id);
  for (const ids of Object.values(shown)) ids.sort();
  expect(shown).toEqual(declaredIssues());
});

test('the faulty site declares each issue that there is, and has sound pages', () => {
  const declared = Object.values(declaredIssues());
  expect(new Set(declared.flat())).toEqual(new Set(ISSUES.map(({ id }) => id)));
  expect(declared.filter((ids) => ids.length === 0).length).toBeGreaterThan(10);
});

async function crawl() {
  const robots = await robotsOf('https://faulty.example/robots.txt');
  const sitemap = siteTasks.listSitemap((await ask('https://faulty.example/sitemap.xml')).body, 0, false, HOSTS)!;
  const start = { home: FAULTY_HOME, hosts: new Set(HOSTS), sitemap: sitemap.pages, limit: 500, startedAt: new Date() };
  const frontier = new Frontier(start);
  const crawled: CrawledPage[] = [];
  for (let url = frontier.next(); url !== null; url = frontier.next()) {
    crawled.push(await visit(url, robots));
    frontier.add(crawled.at(-1)!);
  }
  return { crawled, listed: new Set(sitemap.pages) };
}

async function robotsOf(url: string): Promise<RobotsAnswer> {
  const { status, body } = await ask(url);
  return { url, status, content: Buffer.concat(body).toString() };
}

async function visit(url: string, robots: RobotsAnswer): Promise<CrawledPage> {
  const nothing = { url, http_status: null, location: null, content_type: null, ttfb_ms: null, html_bytes: null };
  if (!siteTasks.judgeRobots(robots, url, 'applicable').allowed) {
    return { ...nothing, failure: 'robots_disallowed', facts: null };
  }
  const served = await ask(url);
  const header = (name: string) => served.headers.find(([each]) => each === name)?.[1] ?? null;
  const { facts, isChallenge } = siteTasks.readCrawled(served, robots, Date.now(), HOSTS);
  const location = header('location');
  const target = pageAddress(location === null ? '' : new URL(location, url).href);
  return {
    url,
    http_status: served.status,
    failure: isChallenge ? 'challenge' : null,
    location: 'url' in target ? target.url : null,
    content_type: header('content-type'),
    ttfb_ms: served.ttfbMs,
    html_bytes: Buffer.concat(served.body).length,
    facts,
  };
}

async function ask(url: string): Promise<ServedPage> {
  const { protocol, hostname, pathname } = new URL(url);
  const to = { host: '127.0.0.1', port: server.port, path: pathname, headers: { Host: hostname } };
  const started = performance.now();
  const isHttps = protocol === 'https:';
  const request = isHttps ? https.get({ ...to, servername: hostname, ca: certificates.ca }) : http.get(to);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const ttfbMs = performance.now() - started;
  const body = (await Array.fromAsync(response)) as Buffer[];
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = { status: response.statusCode!, headers, body, truncated: false };
  return { requestedUrl: url, url, redirects: [], ttfbMs, totalMs: performance.now() - started, ...answer };
}
