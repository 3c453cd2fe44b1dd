import { beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import * as z from 'zod/mini';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { readJsonBody } from '../../../functions/core/platform/http/json-body.ts';
import type { CrawlTask } from '../../../functions/core/crawls/tasks.ts';
import {
  type AuditQuery,
  cancelAudit,
  crawlBody,
  queryAudit,
  startCrawl,
} from '../../../functions/core/site-reports/query-audit.ts';
import type { CrawlRequest } from '../../../functions/core/crawls/begin-crawl.ts';
import { WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../functions/core/crawls/store/site-crawls.ts';
import { apiEvent } from '../../support/api-event.ts';
import { createTestTables, siteCrawlsTable } from '../../support/dynamodb.ts';
import { crawlInProgress, siteResult } from '../../support/site-audit.ts';
import { useFresh } from '../../support/use-opened.ts';
import { incomplete, partOf, storeCrawl } from '../crawls/store/store-crawl.ts';

const domain = 'a.com';
let crawls: SiteCrawls;
let now: number;
/** Page limits of the crawls that were started. */
let started: number[];
/** Whether the limit of the last crawl may be reduced without a proof. */
let isReducible: boolean | undefined;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
  started = [];
});

const later = () => new Date((now += 60_000)).toISOString();
const store = (differs: Partial<EndedCrawl> = {}) => storeCrawl(crawls, { startedAt: later(), ...differs });

/** The services of a caller, whose crawls start as those of `beginCrawl` do. */
const callerOf = (owner: string, maxPages = 5_000) => ({
  crawls,
  maxPages,
  ownerOf: () => Promise.resolve(owner),
  begin: async ({ domain, pages: limit, isReduced, scope = WHOLE_SITE }: CrawlRequest) => {
    isReducible = isReduced;
    const isBegun = await crawls.begin(crawlInProgress({ domain, owner, limit, scope, startedAt: later() }));
    if (isBegun) started.push(limit);
    return isBegun;
  },
});

const query = (changes: Partial<AuditQuery> = {}, services = callerOf('owner')) =>
  queryAudit({ domain, refresh: false, ...changes }, services);

describe('a request for the audit of a site', () => {
  test('reduces a page limit without a proof only if it was not requested', async () => {
    await query();
    expect(isReducible).toBe(true);
    await query({ refresh: true, pages: 20_000 }, callerOf('owner-2', 20_000));
    expect(isReducible).toBe(false);
  });

  test('starts the first crawl with 500 pages, the requested number or the highest one', async () => {
    expect(await query()).toMatchObject({ crawl: { limit: 500, status: 'queued' }, isPending: true, newer: {} });
    expect(await query({ domain: 'b.com', pages: 20 })).toMatchObject({ crawl: { domain: 'b.com', limit: 20 } });
    expect(await query({ domain: 'c.com' }, callerOf('owner', 30))).toMatchObject({ crawl: { limit: 30 } });
    expect(started).toEqual([500, 20, 30]);
  });

  test('returns the crawl of the whole site in progress for any parameters but a refresh of another owner', async () => {
    const { crawl } = await query({ pages: 5 });
    for (const changes of [{}, { refresh: true }, { pages: 5_000 }]) {
      expect(await query(changes)).toMatchObject({ crawl: { id: crawl.id, limit: 5 }, isPending: true });
    }
    expect(await query({ pages: 40 }, callerOf('other'))).toMatchObject({ crawl: { id: crawl.id } });
    const ofOther = await query({ refresh: true, pages: 40 }, callerOf('other'));
    expect(ofOther).toMatchObject({ crawl: { owner: 'other', limit: 40 }, inProgress: { owner: 'other' } });
    expect(await query()).toMatchObject({ crawl: { id: crawl.id }, inProgress: { id: crawl.id } });
    expect(started).toEqual([5, 40]);
  });

  test.each<[string, Partial<EndedCrawl>, Partial<AuditQuery>]>([
    ['complete', { limit: 40 }, {}],
    ['complete, for more pages', { limit: 40 }, { pages: 5_000 }],
    ['at its limit', { ...incomplete('page_limit'), limit: 40 }, {}],
    ['at its limit, for as many pages', { ...incomplete('page_limit'), limit: 40 }, { pages: 40 }],
    ['stopped, for more pages', { ...incomplete('unreachable'), limit: 40 }, { pages: 5_000 }],
  ])('starts none if the audit is %s', async (_, differs, changes) => {
    const { id } = await store(differs);
    await store({ scope: partOf('/blog/') });
    expect(await query(changes)).toMatchObject({ crawl: { id }, inProgress: null, isPending: false });
    expect(started).toEqual([]);
  });

  test.each<[string, Partial<EndedCrawl>, Partial<AuditQuery>, number]>([
    ['more pages than the limit that the audit reached', { ...incomplete('page_limit'), limit: 40 }, { pages: 41 }, 41],
    ['a refresh, with the limit of the audit', { ...incomplete('page_limit'), limit: 2_000 }, { refresh: true }, 2_000],
    ['a refresh, with 500 pages if the audit had fewer', { limit: 40 }, { refresh: true }, 500],
    ['a refresh, with the requested number of pages', { limit: 2_000 }, { refresh: true, pages: 7 }, 7],
    ['a refresh, with the highest number of pages if the audit had more', { limit: 9_000 }, { refresh: true }, 5_000],
  ])('starts a crawl for %s', async (_, differs, changes, pages) => {
    const { id } = await store(differs);
    const view = await query(changes);
    expect(view).toMatchObject({
      crawl: { id },
      inProgress: { limit: pages },
      newer: { limit: pages },
      isPending: true,
    });
    expect(started).toEqual([pages]);
  });

  test('starts a crawl of the whole site when only a part was crawled, or another owner crawls a part', async () => {
    await store({ scope: partOf('/blog/') });
    await crawls.begin(crawlInProgress({ owner: 'other', scope: partOf('/shop/'), startedAt: later() }));
    expect(await query()).toMatchObject({ crawl: { owner: 'owner', limit: 500, scope: { include: [] } } });
    expect(started).toEqual([500]);
  });

  test('fails with the error that prevents a crawl', async () => {
    const begin = () => Promise.reject(new ServiceError('domain_not_found', { values: { domain } }));
    await expect(query({}, { ...callerOf('owner'), begin })).rejects.toMatchObject({ kind: 'domain_not_found' });
  });

  test('fails with gateway_timeout when the domain is deleted at the same time', async () => {
    const begin = () => Promise.resolve(true);
    const answer = query({}, { ...callerOf('owner'), begin });
    await expect(answer).rejects.toMatchObject({ code: 'gateway_timeout', retryable: true });
  });
});

describe('a request for the id of a crawl', () => {
  test('returns that crawl with its result, and starts none', async () => {
    const part = await store({ scope: partOf('/blog/') });
    const view = await query({ crawl: part.id });
    expect(view).toMatchObject({ crawl: { id: part.id, resultJson: JSON.stringify(siteResult()) }, isPending: false });
    const { crawl: inProgress } = await query();
    expect(await query({ crawl: inProgress.id })).toMatchObject({ crawl: { id: inProgress.id }, isPending: true });
    expect(started).toEqual([500]);
  });

  test('is a 404 if it is not stored, and starts none', async () => {
    const crawl = crawlInProgress().id;
    await expect(query({ crawl })).rejects.toMatchObject({ kind: 'not_crawled' });
    await store();
    await expect(query({ crawl })).rejects.toMatchObject({ kind: 'crawl_not_found' });
    expect(started).toEqual([]);
  });
});

describe('a request for a crawl with a scope', () => {
  const scope = { ...partOf('/blog/'), exclude: ['/blog/*?'], depth: 3 };
  const start = (owner = 'owner') => startCrawl({ domain, pages: 20, scope }, callerOf(owner));

  test('starts it, and the audit stays the one that was read', async () => {
    const audit = await store();
    expect(await start()).toMatchObject({
      crawl: { id: audit.id },
      inProgress: { limit: 20, scope },
      newer: { scope },
    });
  });

  test("is refused while a crawl of the caller's owner is in progress, and does not change that", async () => {
    await query({ pages: 5 });
    await expect(start()).rejects.toMatchObject({
      ...{ code: 'crawl_in_progress', status: 409, retryable: true, retryAfterSeconds: expect.any(Number) },
    });
    expect(await crawls.readInProgress(domain)).toMatchObject([{ limit: 5, scope: { include: [] } }]);
    expect(await start('other')).toMatchObject({ inProgress: { owner: 'other', scope } });
  });
});

describe('the cancellation of a crawl', () => {
  let tasks: CrawlTask[];
  beforeEach(async () => {
    tasks = [];
    for (const owner of ['owner', 'other', null]) await crawls.begin(crawlInProgress({ owner, startedAt: later() }));
  });
  const queue = { send: (task: CrawlTask) => Promise.resolve(void tasks.push(task)) };
  const cancel = (owner: string, isOperator = false) => cancelAudit({ domain, owner, isOperator }, { crawls, queue });
  const cancelled = async () => {
    const inProgress = await crawls.readInProgress(domain);
    return inProgress.filter(({ stopReason }) => stopReason === 'cancelled').map(({ owner }) => owner);
  };

  test("stops the caller's own crawl, and sends its message", async () => {
    expect(await cancel('other')).toMatchObject({ inProgress: { owner: 'other', stopReason: 'cancelled' } });
    const [, { id }] = (await crawls.readInProgress(domain)) as [unknown, { id: string }];
    expect([await cancelled(), tasks]).toEqual([['other'], [{ domain, id, slices: 0 }]]);
  });

  test('is a 404 for an owner without a crawl in progress', async () => {
    await expect(cancel('third')).rejects.toMatchObject({ kind: 'not_found' });
    expect([await cancelled(), tasks]).toEqual([[], []]);
  });

  test('stops all crawls for the operator, or its own one if it has one', async () => {
    await cancel(OPERATOR, true);
    expect(await cancelled()).toEqual(['owner', 'other', null]);
    await crawls.deleteDomain(domain);
    for (const owner of ['owner', OPERATOR]) await crawls.begin(crawlInProgress({ owner, startedAt: later() }));
    await cancel(OPERATOR, true);
    expect([await cancelled(), tasks.length]).toEqual([[OPERATOR], 4]);
  });
});

test.each(['refresh', 'pages'] as const)('the id of a crawl cannot be given together with %s', async (name) => {
  const { id } = await store();
  const given = { crawl: id, ...(name === 'refresh' ? { refresh: true } : { pages: 4 }) };
  await expect(query(given)).rejects.toMatchObject({
    kind: 'invalid_parameter',
    details: [{ param: name, rule: 'not_with_crawl' }],
  });
});

describe('a pattern of the scope', () => {
  const body = (pattern: string) =>
    readJsonBody(
      { ...apiEvent(''), body: JSON.stringify({ domain, include: ['/', pattern], exclude: [pattern] }) },
      crawlBody(z.string(), 5_000, () => false),
    );

  test('has at most ten stars', () => {
    const problem = { rule: 'pattern_stars', message: 'must have at most 10 stars', values: { max: 10 } };
    expect(() => body(`/${'*a'.repeat(11)}`)).toThrow(
      expect.objectContaining({
        kind: 'invalid_parameter',
        details: [
          { param: 'include.1', ...problem },
          { param: 'exclude.0', ...problem },
        ],
      }),
    );
    expect(body(`/${'*a'.repeat(10)}`)).toMatchObject({ include: ['/', '/*a*a*a*a*a*a*a*a*a*a'] });
  });

  test('has consecutive stars that count as one', () => {
    expect(body(`/${'*'.repeat(499)}`)).toMatchObject({ exclude: [`/${'*'.repeat(499)}`] });
  });
});
