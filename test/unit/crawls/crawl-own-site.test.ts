import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld, crawlSite } from './crawl-world.ts';

/** Requests per second, and at a time, from the start on: more than callers may request, so that tests are short. */
const RATE = 100;
const COUNT = 30;
const PATHS = Array.from({ length: COUNT }, (_, page) => `/page-${page}`);

let world: Awaited<ReturnType<typeof createCrawlWorld>>;
/** Pages that are not answered until `atOnce` requests are in progress. */
let waiting: ServerResponse[];
let atOnce: number;

beforeEach(() => {
  [waiting, atOnce] = [[], 1];
});
afterEach(async () => {
  closeServers();
  await world.close();
});

const answerAll = () => {
  for (const response of waiting.splice(0)) response.setHeader('content-type', 'text/html').end(html('Page'));
};
const held: Answers[string] = (_, response) => {
  waiting.push(response);
  if (waiting.length >= atOnce) answerAll();
};
const SITE: Answers = {
  '/': html('Home', ...PATHS),
  ...Object.fromEntries(PATHS.map((path) => [path, held])),
};

interface CrawlStart {
  pages?: number;
  domain?: string;
  perSecond?: number;
}

async function begin(answers: Answers, { pages = 500, domain = 'site.example', perSecond = RATE }: CrawlStart = {}) {
  world = await createCrawlWorld({ ...SITE, ...answers });
  await world.begin(pages, {}, domain, { rate: RATE });
  const state = { perSecond, baselineMs: 100, raiseMs: 5_000, refused: [] };
  await world.services.crawls.writeFile(world.messages[0]!.task, 'rate', JSON.stringify(state));
}
const ofPage = (path: string) => world.requests.filter((request) => request === `site.example${path}`).length;
const crawled = async (domain?: string) => {
  await world.workOff();
  const { rows, ended } = await world.read(domain);
  return {
    ended: ended[0],
    statuses: Object.fromEntries(rows.map((row) => [new URL(row.url).pathname, row.http_status])),
  };
};
const ALL = Object.fromEntries(['/', ...PATHS].map((path) => [path, 200]));

test('a crawl requests as many addresses at a time as its rate, and each of them once', async () => {
  const perSecond = 20;
  await begin({}, { perSecond });
  atOnce = perSecond;
  world.answers['/page-25'] = (_, response) => {
    response.setHeader('content-type', 'text/html').end(html('Page'));
    // The remaining ones are fewer than before.
    atOnce = 1;
    answerAll();
  };
  const { ended, statuses } = await crawled();
  expect(ended).toMatchObject({ status: 'done', fetched: COUNT + 1, options: { rate: RATE } });
  expect(statuses).toEqual(ALL);
  expect(PATHS.map(ofPage)).toEqual(PATHS.map(() => 1));
});

test('a crawl requests no address beyond its limit', async () => {
  await begin({}, { pages: 12 });
  const { ended } = await crawled();
  expect(ended).toMatchObject({ status: 'done', stopReason: 'page_limit', fetched: 12 });
  expect(PATHS.map(ofPage).reduce((sum, count) => sum + count)).toBe(11);
});

test('a terminated crawl loses no page, and requests only those again that were in progress', async () => {
  await begin({});
  const { crawls } = world.services;
  const [message] = world.messages;
  let stored = 0;
  world.services.crawls = {
    ...crawls,
    addPage(...page) {
      if ((stored += 1) <= 9) return crawls.addPage(...page);
      atOnce = 1;
      answerAll();
      return Promise.reject(new Error('terminated'));
    },
  };
  atOnce = 4;
  const first = crawlSite(message!.task, world.services);
  await expect(first).rejects.toThrow('terminated');
  const open = world.requests.filter((request) => request.includes('/page-')).length - 8;
  expect(open).toBeGreaterThan(1);

  // Another process continues.
  Object.assign(world.services, { crawls, memory: createCrawlMemory() });
  const { ended, statuses } = await crawled();
  expect([ended!.fetched, statuses]).toEqual([COUNT + 1, ALL]);
  const counts = PATHS.map(ofPage);
  expect(Math.max(...counts)).toBe(2);
  expect(counts.filter((count) => count === 2)).toHaveLength(open);
});

test('a crawl waits after a 429 as long as the site states, and requests the address again, once', async () => {
  const refuse = (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '40' }).end();
  let refusals = 0;
  await begin({
    '/page-3': (request, response) => (refusals++ === 0 ? refuse(response) : held(request, response)),
    '/page-7': (_, response) => refuse(response),
  });
  const { ended, statuses } = await crawled();
  expect(statuses).toEqual({ ...ALL, '/page-7': 429 });
  expect([ended!.status, ofPage('/page-3'), ofPage('/page-7')]).toEqual(['done', 2, 2]);
  expect(world.delays.some((ms) => ms > 35_000)).toBe(true);
  const state = JSON.parse((await world.services.crawls.readFile(ended!, 'rate')) ?? '{}') as object;
  expect(state).toMatchObject({ raiseMs: 60_000 });
});

test('a crawl requests a refused address a second time, once, when another process continues', async () => {
  const paths = ['/page-3', '/page-7'];
  const refuse: Answers[string] = (_, response) => void response.writeHead(429).end();
  await begin(Object.fromEntries(paths.map((path) => [path, refuse])));
  const slices = 10;
  for (let slice = 0; slice < slices && world.messages.length > 0; slice++) {
    const { task, delayMs } = world.messages.shift()!;
    world.clock.now += delayMs;
    await crawlSite(task, world.services);
    world.services.memory.drop(task.id);
  }
  const { inProgress, ended, rows } = await world.read();
  expect([inProgress, ended[0]?.status, rows.length]).toEqual([null, 'done', COUNT + 1]);
  expect(paths.map(ofPage)).toEqual([2, 2]);
});

test('a longer Crawl-delay applies', async () => {
  await begin({ '/robots.txt': 'User-agent: *\nCrawl-delay: 6\n' }, { pages: 4 });
  await crawled();
  const ofPages = world.slotRequests.filter(({ crawlDelaySeconds }) => crawlDelaySeconds === 6);
  expect(ofPages.length).toBeGreaterThan(3);
  expect(world.delays.filter((ms) => ms > 2_000)).toHaveLength(ofPages.length);
});

test('another site, to which the domain redirects, is requested at the default rate', async () => {
  const home = SITE['/'] as string;
  await begin(
    {
      '/': (request, response) => {
        if (request.headers.host!.startsWith('other.'))
          response.writeHead(301, { location: 'http://site.example/' }).end();
        else response.setHeader('content-type', 'text/html').end(home);
      },
    },
    { pages: 6, domain: 'other.example' },
  );
  const { ended } = await crawled('other.example');
  expect(ended).toMatchObject({ status: 'done', fetched: 6 });
  const ofSite = world.requests.filter((request) => request.startsWith('site.example'));
  expect(world.slotRequests.filter(({ host }) => host === 'site.example')).toHaveLength(ofSite.length);
});
