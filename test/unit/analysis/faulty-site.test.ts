import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pageAddress } from '../../../functions/core/platform/names/page-address.ts';
import type { RobotsAnswer, ServedPage } from '../../../functions/core/platform/network/http-client.ts';
import type { CheckedTarget, CrawledPage } from '../../../functions/core/record/crawled-page.ts';
import { aiPolicyRules } from '../../../functions/core/analysis/rules/ai-policy.ts';
import { ISSUES } from '../../../functions/core/site-reports/issues/index.ts';
import { linksOf } from '../site-reports/graph/crawled.ts';
import { withTargetFindings } from '../../../functions/core/site-reports/issues/targets.ts';
import { siteTasks } from '../../../functions/core/analysis/reader/read-site.ts';
import { reportSite } from '../../../functions/core/site-reports/report/report-site.ts';
import { Frontier } from '../../../functions/core/crawls/frontier/frontier.ts';
import {
  type Certificates,
  makeCertificates,
  type SiteServer,
  startSiteServer,
} from '../../../infra/sandbox/site-server.ts';

const FOLDER = 'infra/sandbox/sites/faulty.example';
const DECLARATION = /<meta name="expected-issues" content="([^"]*)">/;

/** Home page of the sandbox's site that has a page for each issue. */
const FAULTY_HOME = 'https://faulty.example/';
const at = (path: string) => new URL(path, FAULTY_HOME).href;

/** Issues of addresses that are not HTML pages, which cannot declare them. */
const NO_PAGES: Record<string, string[]> = {
  '/missing.html': ['client-error'],
  '/gone.html': ['client-error', 'sitemap-error'],
  '/failing.html': ['server-error'],
  '/old/moved.html': [],
  '/old/moved-twice.html': [],
  '/old/moved-away.html': [],
  '/old/moved-for-now.html': [],
  '/old/listed.html': ['sitemap-redirect'],
  '/structure/twice.html/': ['canonical-missing', 'url-slash-versions'],
  '/circle/one.html': [],
  '/circle/two.html': [],
  'http://faulty.example/about.html': [],
  // Without data: disallowed, behind a firewall, or not HTML.
  '/members/login.html': [],
  '/members/listed.html': ['sitemap-blocked'],
  '/guarded.html': [],
  '/prices.txt': [],
  // Addresses that are not those of their files.
  '/links/tracked.html?utm_source=newsletter': [],
  '/addresses//double.html': ['canonical-missing', 'url-double-slash'],
  '/addresses/session.html?PHPSESSID=0a1b2c3d': ['canonical-missing', 'url-session-parameter'],
};

/** @returns the expected issues of each address of the site, in alphabetical order */
function declaredIssues(): Record<string, string[]> {
  const pages = globSync('**/*.html', { cwd: FOLDER }).flatMap((file) => {
    const declared = DECLARATION.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1];
    const path = `/${file}`.replace(/\/index\.html$/, '/');
    return declared === undefined ? [] : [[at(path), declared.split(' ').filter(Boolean)] as const];
  });
  const others = Object.entries(NO_PAGES).map(([path, ids]) => [at(path), ids] as const);
  return Object.fromEntries([...pages, ...others].map(([url, ids]) => [url, ids.toSorted()]));
}

/** Issues of a site whose home page is not indexable, of one that was crawled before, of one without https, and others. */
const OF_OTHER_SITES = [
  ...['home-page-not-indexable', 'robots-disallows-all', 'indexability-lost', 'page-not-https'],
  // Those of sites with a policy: test/unit/sandbox/policy-sites.test.ts.
  ...aiPolicyRules.map(({ id }) => id),
];
const POSSIBLE = ISSUES.filter(({ id }) => !OF_OTHER_SITES.includes(id));

const HOSTS = ['faulty.example', 'www.faulty.example'];
const OTHER_HOST = 'shop.example';
const declared = declaredIssues();
let certificates: Certificates;
let server: SiteServer;
let report: ReturnType<typeof reportSite>;

beforeAll(async () => {
  certificates = await makeCertificates([...HOSTS, OTHER_HOST]);
  server = await startSiteServer(certificates);
  const { crawled, listed } = await crawl();
  const targets = await outcomesOf(crawled);
  const external = new Set([...targets.keys()].filter((url) => new URL(url).hostname === OTHER_HOST));
  const pages = crawled.map((page) => withTargetFindings(page, targets, external));
  report = reportSite({
    crawled: pages,
    links: linksOf(pages),
    sitemap: { listed, isWhole: true, found: true, hasUnread: false },
    skipped: [],
  });
});
afterAll(() => server.close());

test('each page of the faulty site has exactly the issues that it declares', () => {
  expect(Object.fromEntries(report.rows.map(({ url, issues }) => [url, issues.toSorted()]))).toEqual(declared);
});

test('the faulty site declares every issue of a first crawl with an indexable home page, and has pages without issues', () => {
  expect(new Set(Object.values(declared).flat())).toEqual(new Set(POSSIBLE.map(({ id }) => id)));
  expect(Object.values(declared).filter((ids) => ids.length === 0).length).toBeGreaterThan(10);
});

test('issues have the number of their pages and examples', () => {
  const expected = POSSIBLE.map(({ id, severity, scope, title, impact, howToFix, learnMore }) => {
    const urls = Object.keys(declared).filter((url) => declared[url]!.includes(id));
    const texts = { title, impact, how_to_fix: howToFix, learn_more: learnMore };
    return { id, severity, scope, ...texts, count: urls.length, urls };
  });
  expect(report.result.issues).toHaveLength(expected.length);
  for (const { examples, ...issue } of report.result.issues) {
    const { urls, ...words } = expected.find(({ id }) => id === issue.id)!;
    expect(issue).toEqual(words);
    expect(new Set(examples).size).toBe(Math.min(urls.length, 5));
    expect(urls).toEqual(expect.arrayContaining(examples));
  }
});

test('pages are counted by their indexing status', () => {
  expect(report.result.pages).toEqual({
    total: Object.keys(declared).length,
    indexable: report.rows.filter(({ reason }) => reason === null).length,
    ...{ noindex: 4, canonicalised: 13, redirected: 8, client_errors: 2, server_errors: 1, blocked_by_robots: 2 },
  });
  expect(report.result.duplicates).toEqual({ titles: 1, descriptions: 1, contents: 1 });
  expect(report.result.links.broken_internal).toBe(2);
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
  return { crawled, listed: new Map(sitemap.pages.map((page) => [page, 'https://faulty.example/sitemap.xml'])) };
}

/** Requests the external targets and the resources of the pages. */
async function outcomesOf(crawled: CrawledPage[]): Promise<Map<string, CheckedTarget>> {
  const named = crawled.flatMap(({ anchors, resources = [] }) => [
    ...anchors.map(({ to }) => to).filter((to) => new URL(to).hostname === OTHER_HOST),
    ...resources.map(({ to }) => to),
  ]);
  const outcomes = new Map<string, CheckedTarget>();
  for (const url of new Set(named)) {
    const { status, headers } = await ask(url);
    const bytes = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
    const state = status < 400 ? 'found' : 'broken';
    outcomes.set(url, { url, http_status: status, end: null, bytes, state, failure: null });
  }
  return outcomes;
}

async function robotsOf(url: string): Promise<RobotsAnswer> {
  const { status, body } = await ask(url);
  return { url, status, content: Buffer.concat(body).toString() };
}

async function visit(url: string, robots: RobotsAnswer): Promise<CrawledPage> {
  const nothing = { url, http_status: null, location: null, content_type: null, ttfb_ms: null, html_bytes: null };
  const googlebot = siteTasks.judgeGooglebot(robots, url);
  if (!siteTasks.judgeRobots(robots, url, 'applicable').allowed) {
    return { ...nothing, failure: 'robots_disallowed', facts: null, anchors: [], googlebot };
  }
  const served = await ask(url);
  const header = (name: string) => served.headers.find(([each]) => each === name)?.[1] ?? null;
  const { facts, anchors, resources, isChallenge } = await siteTasks.readCrawled(
    served,
    robots,
    Date.now(),
    HOSTS,
    true,
  );
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
    anchors,
    resources,
    googlebot,
  };
}

async function ask(url: string): Promise<ServedPage> {
  const { protocol, hostname, pathname } = new URL(url);
  const to = {
    host: '127.0.0.1',
    port: server.port,
    path: pathname,
    headers: { Host: hostname, 'Accept-Encoding': 'gzip' },
  };
  const started = performance.now();
  const isHttps = protocol === 'https:';
  const request = isHttps ? https.get({ ...to, servername: hostname, ca: certificates.ca }) : http.get(to);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const ttfbMs = performance.now() - started;
  const sent = Buffer.concat((await Array.fromAsync(response)) as Buffer[]);
  const body = [response.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent];
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = { status: response.statusCode!, headers, body, truncated: false };
  return { requestedUrl: url, url, redirects: [], ttfbMs, totalMs: performance.now() - started, ...answer };
}
