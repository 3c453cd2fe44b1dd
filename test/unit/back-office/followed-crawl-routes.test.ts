import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FollowedCrawlPlan, StartedCrawls } from '../../../functions/back-office/contract.ts';
import {
  followedCrawlRoutes,
  type FollowedCrawlServices,
} from '../../../functions/back-office/followed-crawl-routes.ts';
import { answerCall } from '../../../functions/back-office/router.ts';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import {
  type CrawlsInProgress,
  createCrawlsInProgress,
} from '../../../functions/core/crawls/store/crawls-in-progress.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { newCrawlId, WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { createDomainList, type DomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createFollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { createTestTables, rowsIndex, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { noJournal } from '../../support/no-journal.ts';
import { useFresh } from '../../support/use-opened.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const opened = useFresh(() =>
  createTestTables({ ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] }, siteCrawlsTable),
);
let services: FollowedCrawlServices & { list: DomainList; crawlsInProgress: CrawlsInProgress };
/** Bodies of the requests for crawls. */
let requested: object[];
/** Domains whose crawl is refused, with the error. */
let refusals: Map<string, Error>;

beforeEach(() => {
  requested = [];
  refusals = new Map();
  const crawls = createSiteCrawls(opened.db, siteCrawlsTable.name, () => NOW);
  services = {
    list: createDomainList(opened.db, scheduleTable.name),
    crawls,
    crawlsInProgress: createCrawlsInProgress(opened.db, siteCrawlsTable.name),
    maxCrawlPages: 1_000,
    siteEndpoint: (_event, { body }) => {
      const refusal = refusals.get((body as { domain: string }).domain);
      if (refusal) return Promise.reject(refusal);
      requested.push(body!);
      return Promise.resolve({ statusCode: 202, body: '{}' });
    },
    isReachable: () => true,
  };
});

async function follow(...domains: string[]) {
  const followed = createFollowedDomains(opened.db, scheduleTable.name, 100);
  for (const domain of domains) {
    await services.list.add(domain);
    await followed.follow(domain, NOW);
  }
  return followed;
}

async function call<Data>(httpMethod: string, body?: object): Promise<Data> {
  const event = { ...byOperator(apiEvent('')), httpMethod, pathParameters: { proxy: 'followed-crawls' } };
  const answer = await answerCall({ ...event, body: body ? JSON.stringify(body) : null }, followedCrawlRoutes, {
    ...services,
    journal: noJournal,
    now: () => NOW,
  });
  return (JSON.parse(answer.body) as { data: Data }).data;
}
const start = (...domains: string[]) =>
  call<StartedCrawls>('POST', { sites: domains.map((domain) => ({ domain, pages: 500 })) });

test('the plan has the followed sites with their page limits, and which are being crawled', async () => {
  const followed = await follow('a.example', 'b.example', 'blocked.example');
  await followed.block('blocked.example');
  await services.list.add('other.example');
  const crawl = { id: newCrawlId(NOW), owner: OPERATOR, limit: 500, scope: WHOLE_SITE, options: DEFAULT_OPTIONS };
  await createSiteCrawls(opened.db, siteCrawlsTable.name, () => NOW).begin({
    ...crawl,
    domain: 'b.example',
    deliver: undefined,
    admitted: 500,
  });
  expect(await call<FollowedCrawlPlan>('GET')).toEqual({
    sites: [
      { domain: 'a.example', pages: 500, in_progress: false },
      { domain: 'b.example', pages: 500, in_progress: true },
    ],
    max_in_progress: 100,
    next: null,
  });
});

describe('the start of crawls', () => {
  test('reports for each site that a crawl was started, or why it was refused', async () => {
    const followed = await follow('a.example', 'b.example', 'c.example', 'blocked.example');
    await followed.block('blocked.example');
    refusals.set('b.example', new ServiceError('crawl_in_progress'));
    refusals.set('c.example', new Error('The function failed'));
    jest.spyOn(console, 'warn').mockImplementationOnce(() => {});
    const { sites } = await start('a.example', 'b.example', 'c.example', 'blocked.example', 'other.example');
    expect(sites.map(({ domain, refused }) => [domain, refused?.code ?? null])).toEqual([
      ['a.example', null],
      ['b.example', 'crawl_in_progress'],
      ['c.example', 'internal'],
      ['blocked.example', 'blocked'],
      ['other.example', 'not_followed'],
    ]);
    expect(requested).toEqual([{ domain: 'a.example', pages: 500 }]);
  });

  test('refuses further sites while a hundred crawls are in progress', async () => {
    await follow('a.example', 'b.example');
    for (let index = 0; index < 99; index += 1) {
      await services.crawlsInProgress.add({ domain: `busy-${index}.example`, id: newCrawlId(NOW) });
    }
    const { sites } = await start('a.example', 'b.example');
    expect(sites.map(({ refused }) => refused?.code ?? null)).toEqual([null, 'too_many_crawls']);
  });

  test.each([
    [{ sites: [] }, 'one_domain'],
    [{ sites: Array.from({ length: 6 }, () => ({ domain: 'a.example', pages: 1 })) }, 'max_domains'],
    [{ sites: [{ domain: 'a.example', pages: 1_001 }] }, 'whole_number_from'],
  ])('is rejected with %j because of %s', async (body, rule) => {
    await expect(call('POST', body)).rejects.toMatchObject({ code: 'invalid_parameter', details: [{ rule }] });
  });
});
