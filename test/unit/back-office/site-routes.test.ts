import * as z from 'zod/mini';
import { noJournal } from '../../support/no-journal.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import { answerCall } from '../../../functions/back-office/router.ts';
import type {
  IssueSites,
  SiteComparison,
  SiteCrawlList,
  SiteLinks,
  SitePages,
  SiteState,
  SiteSummary,
  TopIssues,
} from '../../../functions/back-office/contract.ts';
import { siteRoutes, type SiteRouteServices } from '../../../functions/back-office/site-routes.ts';
import { crawlBody, queryAudit, requestedPages, startCrawl } from '../../../functions/core/site-reports/query-audit.ts';
import { beginCrawl, coverageOf, type CrawlRequest } from '../../../functions/core/crawls/begin-crawl.ts';
import { html, createCrawlWorld } from '../crawls/crawl-world.ts';
import { ISSUES } from '../../../functions/core/site-reports/issues/index.ts';
import { createIssueCounts, type IssueCounts } from '../../../functions/core/crawls/store/issue-counts.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { crawlInProgress } from '../../support/site-audit.ts';
import { useFresh } from '../../support/use-opened.ts';

const PROOF = { token: 'a-token', verified: false, expires_at: null };

let services: SiteRouteServices & { issueCounts: IssueCounts };

const world = useFresh(() =>
  createCrawlWorld({
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
    version: '1.2.3',
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
  const begin = (crawl: CrawlRequest) => beginCrawl(crawl, { owner: OPERATOR, allowance: null }, world.services);
  const caller = { crawls: world.services.crawls, ownerOf: () => Promise.resolve(OPERATOR), begin };
  if (body) {
    const {
      domain,
      deliver: _,
      headers: _headers,
      basic_auth: _basic,
      ...covered
    } = crawlBody(z.string(), 1_000, () => false).parse(body);
    const pages = requestedPages(covered, 1_000);
    await startCrawl({ domain, pages, ...coverageOf(covered) }, caller);
    return { statusCode: 202, body: '{}' };
  }
  const auditQuery = { domain: query.domain![0]!, refresh: query.refresh?.[0] === '1', pages: Number(query.pages![0]) };
  await queryAudit(auditQuery, { ...caller, maxPages: 1_000 });
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
  expect(await world.services.crawls.readInProgress('site.example')).toMatchObject([{ owner: OPERATOR, limit: 20 }]);
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({
    audit: { status: 'done', poll_after_seconds: null, pages: { total: 4, client_errors: 1 } },
  });
});

test('the site is crawled again only on request', async () => {
  await world.crawl(10);
  expect(await stateOf('POST', SITE, { body: { pages: 10 } })).toMatchObject({
    audit: { status: 'done', progress: null, last_crawl: null },
  });
  expect(await stateOf('POST', SITE, { body: { pages: 10, refresh: true } })).toMatchObject({
    audit: { status: 'done', progress: { limit: 10 }, last_crawl: { status: 'queued' }, pages: { total: 4 } },
    page_limit: 10,
  });
});

test('the page limit of a crawl is the requested one when an allowance admits fewer pages', async () => {
  const allowance = {
    owner: () => Promise.resolve('owner-1'),
    reservePages: () => Promise.resolve(2),
    returnPages: () => Promise.resolve(),
  };
  await world.begin(500, { owner: 'owner-1', allowance });
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { progress: { limit: 2 } }, page_limit: 500 });
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { stop_reason: 'allowance' }, page_limit: 500 });
});

test('an operator starts a crawl with a scope and options, and it is no audit', async () => {
  const settings = { exclude: ['/second'], depth: 1, external: true };
  expect(await stateOf('POST', SITE, { body: { pages: 20, settings } })).toMatchObject({
    audit: {
      ...{ status: 'queued', progress: { limit: 20 }, options: { external: true, rate: 1 } },
      scope: { include: [], exclude: ['/second'], depth: 1 },
    },
  });
  await world.workOff();
  expect(await world.services.crawls.list('site.example')).toMatchObject([{ isComplete: true, summary: { pages: 3 } }]);
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: null });
});

test('the lists of a site are a 404 until its first crawl is started, and those of a part need its id', async () => {
  for (const list of ['pages', 'issues', 'links']) {
    await expect(call('GET', `${SITE}/${list}`)).rejects.toMatchObject({ kind: 'not_crawled', status: 404 });
  }
  const { ended } = await world.crawl(10, { include: ['/first'] });
  for (const list of ['pages', 'issues', 'links']) {
    await expect(call('GET', `${SITE}/${list}`)).rejects.toMatchObject({ kind: 'no_audit', status: 404 });
    const ofCrawl = { query: `crawl=${ended[0]!.id}` };
    expect(await dataOf('GET', `${SITE}/${list}`, ofCrawl)).toMatchObject({ crawl_id: ended[0]!.id, complete: true });
  }
});

test('a crawl is read by its id, with its summary, and is listed with who started it', async () => {
  await world.crawl(10);
  world.clock.now += 1_000;
  const { ended } = await world.crawl(10, { include: ['/first'] }, { owner: OPERATOR });
  const [part, audit] = ended.map(({ id }) => id);
  const ofPart = { query: `crawl=${part}` };
  expect(await stateOf('GET', SITE, ofPart)).toMatchObject({
    audit: { crawl_id: part, scope: { include: ['/first'] }, complete: true, pages: { total: 2 } },
  });
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { crawl_id: audit, last_crawl: { crawl_id: part } } });
  expect(await dataOf('GET', `${SITE}/summary`, ofPart)).toMatchObject({ pages: 2 });
  const { items, ...list } = await dataOf<SiteCrawlList>('GET', `${SITE}/crawls`);
  expect(list).toEqual({ domain: 'site.example', audit_crawl_id: audit });
  expect(items.map(({ crawl_id, started_by, pages }) => [crawl_id, started_by, pages])).toEqual([
    [part, 'you', 2],
    [audit, 'schedule', 4],
  ]);
});

test('a crawl that is not stored is a 404, and so is the list of a site that was never crawled', async () => {
  await expect(call('GET', `${SITE}/crawls`)).rejects.toMatchObject({ kind: 'not_crawled', status: 404 });
  await world.crawl(10);
  const unknown = { query: 'crawl=20260101T000000000Z00000000' };
  for (const path of ['', '/summary', '/compare']) {
    await expect(call('GET', SITE + path, unknown)).rejects.toMatchObject({ kind: 'crawl_not_found', status: 404 });
  }
  await expect(call('GET', SITE, { query: 'crawl=1' })).rejects.toMatchObject({ code: 'invalid_parameter' });
});

describe('the comparison of two crawls', () => {
  test('is a 404 with one crawl', async () => {
    await world.crawl(10);
    await expect(call('GET', `${SITE}/compare`)).rejects.toMatchObject({ kind: 'no_comparison', status: 404 });
  });

  test('has what is fixed by default, and what is new in the other direction, also as CSV, SARIF and JUnit', async () => {
    await world.crawl(10);
    world.answers['/gone'] = html('No longer gone', '/');
    world.clock.now += 1_000;
    const { ended } = await world.crawl(10);
    const [newer, older] = ended.map(({ id }) => id);
    const found = await dataOf<SiteComparison>('GET', `${SITE}/compare`);
    expect(found).toMatchObject({ verdict: 'passed', crawl: { crawl_id: newer }, base: { crawl_id: older } });
    expect(found.fixed.map(({ issue }) => issue)).toContain('broken-link');
    const query = `crawl=${older}&base=${newer}`;
    expect(await dataOf('GET', `${SITE}/compare`, { query })).toMatchObject({ verdict: 'failed' });
    const forms = ['csv', 'sarif', 'junit'].map((format) =>
      call('GET', `${SITE}/compare`, { query: `${query}&format=${format}` }),
    );
    const [csv, sarif, junit] = (await Promise.all(forms)).map(({ body }) => body);
    expect(csv).toMatch(/^state,.*\r\nnew,broken-link,/);
    expect(JSON.parse(sarif!)).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { version: '1.2.3' } } }] });
    expect(junit).toContain('no new errors');
  });
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
  const inProgress = crawlInProgress({ domain: 'site.example', owner: 'other' });
  await world.services.crawls.begin(inProgress);
  expect(await stateOf('DELETE', SITE)).toMatchObject({ audit: { stop_reason: 'cancelled' } });
  expect(world.messages).toMatchObject([{ task: { domain: 'site.example', id: inProgress.id } }]);
  await world.workOff();
  expect(await stateOf('GET', SITE)).toMatchObject({ audit: { status: 'stopped', stop_reason: 'cancelled' } });
});

test("an operator's crawl is started while another owner's is in progress, and is the one that is shown and stopped", async () => {
  await world.begin(40, { owner: 'other' });
  world.clock.now += 1_000;
  expect(await stateOf('POST', SITE, { body: { pages: 20, refresh: true } })).toMatchObject({ page_limit: 20 });
  expect(await stateOf('DELETE', SITE)).toMatchObject({ audit: { progress: { limit: 20 } } });
  const inProgress = await world.services.crawls.readInProgress('site.example');
  expect(inProgress.map(({ owner, stopReason }) => [owner, stopReason])).toEqual([
    ['other', null],
    [OPERATOR, 'cancelled'],
  ]);
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
    await world.services.crawls.cancel('site.example', OPERATOR);
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

describe('the sites with an issue', () => {
  const readSites = (issue: string, after?: string) =>
    dataOf<IssueSites>('GET', `issues/${issue}`, { query: after === undefined ? '' : `after=${after}` });

  test('have its numbers of pages, of all crawled sites', async () => {
    await services.issueCounts.write({ domain: 'b.example', id: '1' }, { 'broken-link': 3, 'client-error': 1 });
    await services.issueCounts.write({ domain: 'a.example', id: '1' }, { 'broken-link': 1 });
    await services.issueCounts.write({ domain: 'c.example', id: '1' }, {});
    expect(await readSites('broken-link')).toEqual({
      crawled: 3,
      sites: [
        { domain: 'a.example', pages: 1 },
        { domain: 'b.example', pages: 3 },
      ],
      next: null,
    });
    expect(await readSites('client-error')).toMatchObject({ crawled: 3, sites: [{ domain: 'b.example', pages: 1 }] });
    expect(await readSites('broken-link', 'a.example')).toMatchObject({ crawled: 2, sites: [{ domain: 'b.example' }] });
  });

  test('are read in parts', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `site-${index}.example`);
    for (const domain of names) await services.issueCounts.write({ domain, id: '1' }, { 'broken-link': 2 });
    const first = await services.issueCounts.readIssue('broken-link', null, 4);
    expect([first.sites.map(({ domain }) => domain), first.next]).toEqual([names.slice(0, 4), names[3]]);
    const rest = await services.issueCounts.readIssue('broken-link', first.next, 4);
    expect([rest.sites.map(({ domain }) => domain), rest.next]).toEqual([names.slice(4), null]);
  });

  test('are not found for an issue that the catalogue does not contain', async () => {
    await expect(readSites('no-such-issue')).rejects.toMatchObject({ code: 'not_found' });
    await expect(readSites('broken-link', 'a'.repeat(254))).rejects.toMatchObject({ code: 'invalid_parameter' });
  });
});
