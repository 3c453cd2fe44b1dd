import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { crawlSlice } from '../../../functions/core/crawls/crawl-slice.ts';
import { SHARES } from '../../../functions/core/crawls/crawl-shares.ts';
import { type CrawlTask, crawlTask } from '../../../functions/core/crawls/tasks.ts';
import { readTask } from '../../../functions/core/platform/queues/read-task.ts';
import { sqsHandler } from '../../../functions/core/platform/queues/sqs-handler.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld, html, SITES } from './crawl-world.ts';

const ANSWERS = {
  '/robots.txt': 'User-agent: *\nAllow: /',
  '/sitemap.xml': '<urlset></urlset>',
  '/': html('Home', '/one', '/two'),
  '/one': html('One', '/'),
  '/two': html('Two', '/'),
};
const PATHS = ['/', '/one', '/two'];

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

beforeEach(async () => {
  for (const method of ['log', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
  world = await createCrawlWorld({ ...ANSWERS });
});
afterEach(async () => {
  jest.restoreAllMocks();
  closeServers();
  await world.close();
});

/** Starts crawls, and returns their messages by domain. */
async function begin(...domains: string[]): Promise<Map<string, CrawlTask>> {
  for (const domain of domains) expect(await world.begin(500, {}, domain)).toBe(true);
  return new Map(world.messages.splice(0).map(({ task }) => [task.domain, task]));
}

/** Invokes the crawler with one batch of messages, whose ids are their domains. @returns the failed ones */
async function invoke(tasks: Iterable<CrawlTask>): Promise<string[]> {
  const handler = sqsHandler(async (body) => {
    const task = readTask(crawlTask, body);
    await crawlSlice(task, world.services);
    return task;
  });
  const Records = Array.from(tasks, (task) => ({ messageId: task.domain, body: JSON.stringify(task) }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const pathsOf = (domain: string) =>
  world.requests.flatMap((address) => {
    const { hostname, pathname } = new URL(`http://${address}`);
    return hostname === domain && PATHS.includes(pathname) ? [pathname] : [];
  });
const reported = () => world.services.reportTasks.map(({ domain }) => domain).toSorted();

test('one invocation crawls several sites, each with its own robots.txt', async () => {
  const domains = SITES.slice(0, 3);
  world.answers[`${domains[1]}/robots.txt`] = 'User-agent: *\nDisallow: /two';
  expect(await invoke((await begin(...domains)).values())).toEqual([]);
  expect(reported()).toEqual(domains);
  expect(domains.map(pathsOf)).toEqual([PATHS, ['/', '/one'], PATHS]);
  expect(world.messages).toEqual([]);
});

test('crawls continue while another one of their invocation waits for a response', async () => {
  const [hanging, ...others] = SITES.slice(0, 3) as [string, ...string[]];
  const tasks = await begin(hanging, ...others);
  const othersEnded = Promise.withResolvers<void>();
  const { reports } = world.services;
  world.services.reports = {
    async send(task) {
      await reports.send(task);
      if (reported().length === others.length) othersEnded.resolve();
    },
  };
  world.answers[`${hanging}/one`] = (_, response) => {
    void othersEnded.promise.then(() => response.setHeader('content-type', 'text/html').end(html('One')));
  };
  expect(await invoke(tasks.values())).toEqual([]);
  expect(reported()).toEqual([hanging, ...others]);
  // Its page has been read: the others did not wait until it failed.
  expect(pathsOf(hanging)).toEqual(PATHS);
  await world.workOff();
});

test('only the message of the crawl that failed is delivered again', async () => {
  const [failing, ...others] = SITES.slice(0, 3) as [string, ...string[]];
  const tasks = await begin(failing, ...others);
  const { crawls } = world.services;
  world.services.crawls = {
    ...crawls,
    addPage: (crawl, ...page) =>
      crawl.domain === failing ? Promise.reject(new Error('throttled')) : crawls.addPage(crawl, ...page),
  };
  expect(await invoke(tasks.values())).toEqual([failing]);
  expect(reported()).toEqual(others);
  expect(world.messages).toEqual([]);

  world.services.crawls = crawls;
  world.clock.now += 150_000;
  expect(await invoke([tasks.get(failing)!])).toEqual([]);
  expect(reported()).toEqual([failing, ...others]);
});

test('a message for which the invocation has no room is sent again', async () => {
  const tasks = await begin(...SITES, 'site.example');
  expect(tasks.size).toBe(SHARES + 1);
  expect(await invoke(tasks.values())).toEqual([]);
  const again = world.messages.splice(0);
  expect(again).toEqual([{ task: tasks.get('site.example'), delayMs: 0 }]);
  expect(reported()).toEqual(SITES);
  // The next invocation has room.
  expect(await invoke(again.map(({ task }) => task))).toEqual([]);
  expect(reported()).toEqual([...SITES, 'site.example']);
});
