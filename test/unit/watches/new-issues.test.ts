import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Coverage } from '../../../functions/core/crawls/begin-crawl.ts';
import { announceCrawl } from '../../../functions/core/watches/announce-crawl.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import type { NewIssues } from '../../../functions/core/watches/delivery-schema.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { SETTLE_MS } from '../../../functions/core/watches/store/events.ts';
import type { RequestedCrawl } from '../../../functions/core/watches/watched-lists.ts';
import { useFresh } from '../../support/use-opened.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld } from '../crawls/crawl-world.ts';
import { createWatchWorld, ownerOf } from './watch-world.ts';

const DOMAIN = 'site.example';
const OWNER = 'o1';
const at = (path: string) => `http://${DOMAIN}${path}`;
const SITE: Answers = {
  '/': html('Home', '/a', '/b', '/c'),
  '/a': html('Page a', '/'),
  '/b': html('Page b', '/'),
  '/c': html('Page c', '/'),
};
/** An error of the page alone: a password on a page over http. */
const INSECURE = '<input type="password">';
const BROKEN_LINK: Answers = { '/a': html('Page a', '/', '/gone') };
const RESET: Answers[string] = (request) => void request.socket.destroy();
const DOWN: Answers[string] = (_, response) =>
  void response.writeHead(503, { 'content-type': 'text/html' }).end('Down');
const WHOLE: RequestedCrawl = { every: 'day', pages: 100, include: [], exclude: [], depth: null };

const crawls = useFresh(() => createCrawlWorld({ ...SITE }));
const watches = useFresh(createWatchWorld);
beforeEach(() => {
  crawls.services.announce = (end) => {
    watches.clock.now = crawls.clock.now;
    return announceCrawl(end, watches.evaluating());
  };
});
afterEach(() => {
  closeServers();
});

interface Crawl {
  owner?: string | null;
  pages?: number;
  coverage?: Coverage;
  answers?: Answers;
}

/** A crawl that starts an hour after the one before. */
async function crawl({ owner = OWNER, pages = 500, coverage = {}, answers = {} }: Crawl = {}) {
  crawls.clock.now += 3_600_000;
  Object.assign(crawls.answers, answers);
  return crawls.crawl(pages, coverage, { owner });
}

/** @returns a function that lists the events of a new watch, without those that it listed before */
async function watch(differs: Partial<RequestedCrawl> | null = null, severity = 'error') {
  const request = {
    ...{ domains: [DOMAIN], conditions: [condition.parse({ on: 'new_issues', severity })] },
    ...{ crawl: differs && { ...WHOLE, ...differs }, deliver: null, mail: false },
  };
  const { id } = await createWatch(request, ownerOf(OWNER), watches.managing);
  let listed = 0;
  return async () => {
    watches.clock.now = crawls.clock.now + SETTLE_MS + 1;
    const { events } = await watches.events.list(id, { after: '0', limit: 100 });
    return events.slice(listed, (listed = events.length)).map(({ after }) => after as NewIssues);
  };
}

/** A crawl of two addresses besides the home page. */
const PART_CRAWL: Crawl = { coverage: { include: ['/a', '/gone'] } };
const ofBrokenLink = { issue: 'broken-link', url: at('/a'), target: at('/gone'), status: 404 };

test.each<[string, Answers, NewIssues[]]>([
  ['does not respond', { '/': RESET }, []],
  [
    'answers 503',
    { '/': DOWN },
    [
      {
        counts: { 'server-error': 1 },
        occurrences: [{ issue: 'server-error', url: at('/'), target: null, status: 503 }],
        more: 0,
      },
    ],
  ],
])('two new errors are one event after a crawl of the site while it %s', async (_, answers, whileDown) => {
  const events = await watch();
  await crawl();
  const down = await crawl({ answers });
  expect(down.ended[0]).toMatchObject({ stopReason: 'unreachable' });
  expect(await events()).toEqual(whileDown);
  const noindex = '<meta name="robots" content="noindex">';
  await crawl({ answers: { ...SITE, '/a': html('Page a', '/') + INSECURE, '/b': noindex + html('Page b', '/') } });
  expect(await events()).toEqual([
    {
      counts: { 'form-insecure': 1, 'indexability-lost': 1 },
      occurrences: [
        { issue: 'indexability-lost', url: at('/b'), target: null, status: 200 },
        { issue: 'form-insecure', url: at('/a'), target: null, status: 200 },
      ],
      more: 0,
    },
  ]);
  await crawl();
  expect(await events()).toEqual([]);
});

test('an event has up to ten of the new occurrences, the numbers of all, and how many more there are', async () => {
  const events = await watch();
  await crawl();
  const gone = Array.from({ length: 12 }, (_, page) => `/gone-${page}`);
  await crawl({ answers: { '/a': html('Page a', '/', ...gone) } });
  const [event, ...others] = await events();
  expect(event).toMatchObject({ counts: { 'broken-link': 12, 'client-error': 12 }, more: 14 });
  expect([event!.occurrences.length, others]).toEqual([10, []]);
});

test('issues of less severity are in the events of watches for them only', async () => {
  const [errors, all] = [await watch(null, 'error'), await watch(null, 'notice')];
  await crawl();
  await crawl({ answers: { '/a': html('Page a', '/').replace(' lang="en"', '') } });
  expect(await errors()).toEqual([]);
  expect(await all()).toMatchObject([{ counts: { 'lang-missing': 1 } }]);
});

test('the first crawl is no event, whatever its issues', async () => {
  const events = await watch();
  await crawl({ answers: BROKEN_LINK });
  expect(await events()).toEqual([]);
});

test('a smaller crawl is an event of the pages that it read alone, and is not compared with later', async () => {
  const events = await watch();
  await crawl();
  const broken = { '/a': html('Page a', '/') + INSECURE, '/c': html('Page c', '/', '/gone') };
  const smaller = await crawl({ pages: 2, answers: broken });
  expect(smaller.ended[0]).toMatchObject({ stopReason: 'page_limit', fetched: 2 });
  const [ofSmaller] = await events();
  expect(new Set(ofSmaller!.occurrences.map(({ url }) => url))).toEqual(new Set([at('/a')]));
  await crawl();
  const [ofWhole] = await events();
  expect(new Set(ofWhole!.occurrences.map(({ url }) => url))).toEqual(new Set([at('/a'), at('/c'), at('/gone')]));
});

test('a smaller crawl is no event of errors on pages that it did not read', async () => {
  const events = await watch();
  await crawl();
  await crawl({ pages: 2, answers: { '/b': DOWN, '/c': html('', '/', '/gone') } });
  expect(await events()).toEqual([]);
});

test.each<[string, Partial<RequestedCrawl> | null, Crawl]>([
  ['of a stranger', null, { owner: 'stranger' }],
  ['of another scope', null, { coverage: { include: ['/a'] } }],
  ['of the schedule, for a watch with crawls', {}, { owner: null }],
  ['of the whole site, for a watch of a part', { include: ['/a'] }, {}],
])('a crawl %s is no event', async (_, ofWatch, differs) => {
  const events = await watch(ofWatch);
  await crawl(differs);
  await crawl({ ...differs, answers: BROKEN_LINK });
  expect(await events()).toEqual([]);
});

test.each<[string, Partial<RequestedCrawl> | null, before: Crawl, now: Crawl]>([
  ['of the schedule, for a watch without crawls', null, { owner: null }, { owner: null }],
  ["of its owner, for a watch without crawls, and the base is the schedule's", null, { owner: null }, {}],
  ['of its owner and scope, for a watch of a part', { include: ['/a', '/gone'] }, PART_CRAWL, PART_CRAWL],
  ['of its owner with other options', { external: true }, {}, { coverage: { resources: true } }],
])('a crawl %s is an event', async (_, ofWatch, before, now) => {
  const events = await watch(ofWatch);
  await crawl(before);
  await crawl({ ...now, answers: BROKEN_LINK });
  expect(await events()).toMatchObject([{ occurrences: expect.arrayContaining([ofBrokenLink]) }]);
});

test("a stranger's crawl that has the errors already does not hide them", async () => {
  const events = await watch();
  await crawl();
  await crawl({ owner: 'stranger', answers: BROKEN_LINK });
  await crawl();
  expect(await events()).toMatchObject([{ occurrences: expect.arrayContaining([ofBrokenLink]) }]);
});

test('a crawl whose function is terminated after its announcement is one event', async () => {
  const events = await watch();
  await crawl();
  const stored = crawls.services.crawls;
  crawls.services.crawls = { ...stored, end: () => Promise.reject(new Error('terminated')) };
  crawls.clock.now += 3_600_000;
  Object.assign(crawls.answers, BROKEN_LINK);
  await crawls.begin(500, { owner: OWNER });
  const [message] = crawls.messages;
  await expect(crawls.workOff()).rejects.toThrow('terminated');
  crawls.services.crawls = stored;
  crawls.messages.push(message!);
  crawls.clock.now += 60_000;
  await crawls.workOff();
  expect((await crawls.read()).inProgress).toBeNull();
  expect(await events()).toHaveLength(1);
});
