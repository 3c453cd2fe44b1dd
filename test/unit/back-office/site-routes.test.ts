import * as z from 'zod/mini';
import { noJournal } from '../../support/no-journal.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answerCall } from '../../../functions/back-office/router.ts';
import type {
  SiteLinks,
  SitePages,
  SiteState,
  SiteSummary,
  TopIssues,
} from '../../../functions/back-office/contract.ts';
import { siteRoutes, type SiteRouteServices } from '../../../functions/back-office/site-routes.ts';
import { crawlBody, queryAudit, startCrawl } from '../../../functions/core/sites/audits/query-audit.ts';
import { beginCrawl, type CrawlRequest } from '../../../functions/core/sites/crawl/begin-crawl.ts';
import { html, openCrawlWorld } from '../sites/crawl/crawl-world.ts';
import { ISSUES } from '../../../functions/core/sites/issues/index.ts';
import { createIssueCounts, type IssueCounts } from '../../../functions/core/sites/store/issue-counts.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { useFresh } from '../../support/use-opened.ts';

const PROOF = { token: 'a-token', verified: false, expires_at: null };

let services: SiteRouteServices & { issueCounts: IssueCounts };

const world = useFresh(() =>
  openCrawlWorld({
    '/': html('Home', '/first', '/second', '/gone'),
    '/first': html('First', '/'),
    '/second': html('Second', '/'),
  }),
);
beforeEach(() => {
  services = {
    crawls: world.services.crawls,
    issueCounts: createIssueCounts(world.tables.db, siteCrawlsTable.name),
    maxCrawlPages: 1_000,
    siteEndpoint: beginOrAnswer,
    verificationEndpoint: () => Promise.resolve({ statusCode: 200, body: JSON.stringify({ data: PROOF }) }),
    stopping: world.services,
    isReachable: () => true,
    now: () => world.clock.now,
  };
});
afterEach(() => {
  closeServers();
});

function call(httpMethod: string, path: string, { query = '', body }: { query?: string; body?: object } = {}) {
  const event = { ...byOperator(apiEvent(query)), httpMethod, pathParameters: { proxy: path } };
  return answerCall({ ...event, body: body ? JSON.stringify(body) : null }, siteRoutes, {
    ...services,
    journal: noJournal,
  });
}
async function dataOf<Data>(...request: Parameters<typeof call>): Promise<Data> {
  const { body } = await call(...request);
  return (JSON.parse(body) as { data: Data }).data;
}
const stateOf = (...request: Parameters<typeof call>) => dataOf<SiteState>(...request);
/** The part of the public endpoint that an operator uses. */
const beginOrAnswer: SiteRouteServices['siteEndpoint'] = async (_event, { query, body }) => {
  const begin = (crawl: CrawlRequest) => beginCrawl(crawl, null, world.services);
  if (body) {
    const { domain, pages, deliver: _, ...settings } = crawlBody(z.string(), 1_000, () => false).parse(body);
    await startCrawl({ domain, pages, settings }, { crawls: world.services.crawls, begin });
    return { statusCode: 202, body: '{}' };
  }
  const auditQuery = { domain: query.domain![0]!, refresh: query.refresh?.[0] === '1', pages: Number(query.pages![0]) };
  await queryAudit(auditQuery, { crawls: world.services.crawls, maxPages: 1_000, begin });
  return { statusCode: 202, body: '{}' };
};

const SITE = 'domains/site.example/site';

test('a site that was never crawled has no audit, and a read starts none', async () => {
  expect(await stateOf('GET', SITE)).toEqual({ audit: null, most_pages: 1_000, page_limit: null, past_issues: [] });
  expect(world.messages).toEqual([]);
});

test('an operator starts a crawl with a page limit, and reads its progress and result', async () => {
  const started = await call('POST', SITE, { body: { pages: 20 } });
  expect(started.statusCode).toBe(202);
  expect(await stateOf('GET', SITE)).toMatchObject({
    audit: { status: 'queued', progress: { limit: 20 }, finished_at: null, pages: null },
  });
  expect((await world.services.crawls.readOpen('site.example'))!.owner).toBeNull();
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({
    audit: { status: 'done', poll_after_seconds: null, pages: { total: 4, client_errors: 1 } },
  });
});

test('the site is crawled again only on request', async () => {
  await world.crawl(10);
  expect(await stateOf('POST', SITE, { body: { pages: 10 } })).toMatchObject({ audit: { status: 'done' } });
  expect(await stateOf('POST', SITE, { body: { pages: 10, refresh: true } })).toMatchObject({
    audit: { status: 'queued', pages: { total: 4 } },
  });
});

test('the page limit of a crawl is the requested one when an allowance admits fewer pages', async () => {
  const allowance = {
    owner: () => Promise.resolve('owner-1'),
    reservePages: () => Promise.resolve(2),
    returnPages: () => Promise.resolve(),
  };
  await world.begin(500, allowance);
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { progress: { limit: 2 } }, page_limit: 500 });
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { stop_reason: 'allowance' }, page_limit: 500 });
});

test('an operator starts a crawl with settings', async () => {
  const settings = { exclude: ['/second'], depth: 1 };
  expect(await stateOf('POST', SITE, { body: { pages: 20, settings } })).toMatchObject({
    audit: { status: 'queued', progress: { limit: 20 }, settings: { ...settings, include: [], rate: 1 } },
  });
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { pages: { total: 3 } } });
});

test('the proof of control of a site is that of the public endpoint', async () => {
  expect(await dataOf('GET', `${SITE}/verification`)).toEqual(PROOF);
});

test('the summary counts each page once in each group, and the list is filtered by the same properties', async () => {
  expect(await dataOf('GET', `${SITE}/summary`)).toMatchObject({ pages: 0, answers: {} });
  await world.crawl(10);
  const { answers, states, depths, affected, pages } = await dataOf<SiteSummary>('GET', `${SITE}/summary`);
  expect({ pages, answers, states, depths }).toEqual({
    pages: 4,
    answers: { '2xx': 3, '4xx': 1 },
    states: { indexable: 3, client_error: 1 },
    depths: { 0: 1, 1: 3 },
  });
  expect(affected.error).toBe(2);
  const counted = { status: answers, state: states, depth: depths };
  for (const [name, counts] of Object.entries(counted)) {
    for (const [value, count] of Object.entries(counts)) {
      const listed = await dataOf<SitePages>('GET', `${SITE}/pages`, { query: `${name}=${value}` });
      expect([name, value, listed.count]).toEqual([name, value, count]);
    }
  }
  expect(await dataOf('GET', `${SITE}/pages`, { query: 'status=none' })).toMatchObject({ count: 0 });
  expect(await dataOf('GET', `${SITE}/pages`, { query: 'depth=none' })).toMatchObject({ count: 0 });
});

test('a page is found by its address, its links by both ends, and occurrences by text', async () => {
  await world.crawl(10);
  const [home, gone] = ['/', '/gone'].map((path) => `http://site.example${path}`);
  const { items } = await dataOf<SitePages>('GET', `${SITE}/pages`, { query: `url=${gone}` });
  expect(items.map((row) => row.url)).toEqual([gone]);
  const { items: links } = await dataOf<SiteLinks>('GET', `${SITE}/links`, { query: `to=${gone}` });
  expect(links.map(({ from, status }) => [from, status])).toEqual([[home, 404]]);
  const searched = (search: string) => dataOf('GET', `${SITE}/issues`, { query: `issue=broken-link&search=${search}` });
  expect(await searched('GONE')).toMatchObject({ count: 1, items: [{ target: gone }] });
  expect(await searched('elsewhere')).toMatchObject({ count: 0 });
});

test('issues that only earlier crawls had are named', async () => {
  await world.crawl(10);
  expect(await stateOf('GET', SITE)).toMatchObject({ past_issues: [] });
  world.answers['/gone'] = html('No longer gone', '/');
  world.clock.now += 86_400_000;
  await world.crawl(10);
  const { past_issues } = await stateOf('GET', SITE);
  expect(past_issues).toContainEqual({
    ...{ id: 'broken-link', severity: 'error' },
    title: ISSUES.find(({ id }) => id === 'broken-link')!.title,
  });
});

test.each([0, 1_001, 1.5, '20'])('%p is no number of pages', async (pages) => {
  await expect(call('POST', SITE, { body: { pages } })).rejects.toMatchObject({ code: 'invalid_parameter' });
});

test('an operator stops the crawl of any owner', async () => {
  const open = { id: 'one', owner: 'somebody', pageLimit: 20, admitted: 20 };
  await world.services.crawls.begin({ domain: 'site.example', ...open });
  expect(await stateOf('DELETE', SITE)).toMatchObject({ audit: { stop_reason: 'cancelled' } });
  expect(world.messages).toMatchObject([{ task: { domain: 'site.example', id: 'one' } }]);
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { status: 'stopped', stop_reason: 'cancelled' } });
});

test('stopping is a 404 when no crawl is in progress', async () => {
  await world.crawl();
  await expect(call('DELETE', SITE)).rejects.toMatchObject({ status: 404 });
});

test('a path without a valid domain is rejected', async () => {
  services.isReachable = () => false;
  await expect(call('GET', 'domains/no_domain/site/pages')).rejects.toMatchObject({ code: 'invalid_parameter' });
});

describe('the issues of all sites', () => {
  const readTopIssues = async () => (JSON.parse((await call('GET', 'top-issues')).body) as { data: TopIssues }).data;

  test('are those of the last complete crawl of each, and of no stopped crawl', async () => {
    expect(await readTopIssues()).toEqual({ sites: 0, issues: [] });
    await world.crawl(10);
    const { sites, issues } = await readTopIssues();
    const { result } = await world.read();
    expect([sites, issues.map(({ id, pages, title }) => [id, pages, title])]).toEqual([
      1,
      expect.arrayContaining(result!.issues.map(({ id, count, title }) => [id, count, title])),
    ]);
    expect(issues).toHaveLength(result!.issues.length);
    expect(issues[0]).toMatchObject({ severity: 'error', domains: 1, examples: [{ domain: 'site.example' }] });
    world.answers['/gone'] = html('No longer gone', '/');
    await call('POST', SITE, { body: { pages: 10, refresh: true } });
    await world.services.crawls.cancel('site.example', null);
    await world.workOff();
    expect(await readTopIssues()).toEqual({ sites, issues });
  });

  test('do not contain those of a deleted domain', async () => {
    await world.crawl(10);
    await services.issueCounts.write({ domain: 'other.example', id: '1' }, { 'broken-link': 3 });
    for (const items of world.domainItems) await items.deleteDomain('site.example');
    expect(await readTopIssues()).toMatchObject({
      sites: 1,
      issues: [{ id: 'broken-link', pages: 3, domains: 1, examples: [{ domain: 'other.example', pages: 3 }] }],
    });
  });
});
