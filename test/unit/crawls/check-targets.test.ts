import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { IssueRow, LinkRow } from '../../../functions/core/record/site-evidence-schema.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { STOP_CHECK_MS } from '../../../functions/core/crawls/limits.ts';
import { NetworkFailure } from '../../../functions/core/platform/network/failures.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import type { FollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { listIssues, listLinks } from '../../../functions/core/site-reports/lists/list-evidence.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld, crawlSite } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

const open = async (answers: Answers) => (world = await createCrawlWorld(answers));
const BOTH = { external: true, resources: true };

const answer =
  (status: number, bytes = 0): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-length': bytes }).end();

const SITE: Answers = {
  '/': `${html('Home', '/a', 'https://none.example/', 'http://linked.example/gone')}
    <img src="/large.png"><img src="/gone.png"><link rel="stylesheet" href="/gone.css"><script src="/gone.js"></script>
    <img src="data:image/png,x"><script src="http://files.example/library.js"></script><img srcset="/small.png 2x">`,
  '/a': html('Page a', '/', 'http://linked.example/', 'http://linked.example/gone', 'http://linked.example/private'),
  '/small.png': answer(200, 200 * 1024),
  '/large.png': answer(200, 200 * 1024 + 1),
  'linked.example/': answer(403),
  'linked.example/robots.txt': 'User-agent: *\nDisallow: /private',
  'files.example/library.js': answer(200),
};
const TARGETS = [
  ...['HEAD site.example/small.png', 'HEAD site.example/large.png', 'HEAD files.example/library.js'],
  ...['/gone.png', '/gone.css', '/gone.js'].flatMap((path) => [`HEAD site.example${path}`, `site.example${path}`]),
  ...['/', '/gone'].flatMap((path) => [`HEAD linked.example${path}`, `linked.example${path}`]),
  ...['linked.example/robots.txt', 'files.example/robots.txt'],
].toSorted();
const PAGES = [
  'site.example/robots.txt',
  'site.example/',
  'site.example/sitemap.xml',
  'site.example/sitemap_index.xml',
];

/** @returns the requests after those for pages */
const ofTargets = () => world.requests.filter((one) => ![...PAGES, 'site.example/a'].includes(one)).toSorted();

const links = async (given: Partial<Parameters<typeof listLinks>[0]>): Promise<Partial<LinkRow>[]> =>
  (await listLinks({ domain: 'site.example', limit: 100, ...given }, world.services.crawls)).items;
const issues = async (issue: string): Promise<Partial<IssueRow>[]> =>
  (await listIssues({ domain: 'site.example', limit: 100, issue }, world.services.crawls)).items;

test('a crawl without options requests only pages', async () => {
  await open(SITE);
  const { result } = await world.crawl();
  expect([ofTargets(), result!.external, result!.resources]).toEqual([[], null, null]);
});

test('a crawl requests each external target and each resource once', async () => {
  await open(SITE);
  const { result, rows } = await world.crawl(500, BOTH);
  expect(ofTargets()).toEqual(TARGETS);
  expect(result).toMatchObject({
    ...{ external: { total: 4, broken: 2, unchecked: 2, truncated: false } },
    ...{ resources: { total: 6, broken: 3, unchecked: 0, truncated: false } },
    // The home page of two pages has an error.
    ...{ health: 50, pages: { total: 2 } },
  });
  const ids = ['external-broken', 'image-broken', 'image-large', 'stylesheet-broken', 'script-broken'];
  expect(rows.map((row) => row.issues.filter((id) => ids.includes(id)).toSorted())).toEqual([
    ids.toSorted(),
    ['external-broken'],
  ]);
  expect(await issues('external-broken')).toMatchObject([
    { url: 'http://site.example/', target: 'https://none.example/', status: null, severity: 'warning' },
    {
      target: 'http://linked.example/gone',
      status: 404,
      element: '<a href="http://linked.example/gone">http://linked.example/gone',
    },
    { url: 'http://site.example/a', target: 'http://linked.example/gone', status: 404 },
  ]);
  expect(await issues('image-large')).toEqual([
    {
      ...{
        issue: 'image-large',
        severity: 'warning',
        url: 'http://site.example/',
        target: 'http://site.example/large.png',
      },
      ...{ status: 200, element: '<img src="/large.png">', value: 204_801, expected: 204_800, related: [] },
    },
  ]);
  expect(await issues('script-broken')).toMatchObject([
    { target: 'http://site.example/gone.js', status: 404, element: '<script src="/gone.js">' },
  ]);
});

test('links have the status of external targets and resources, and why they are unchecked', async () => {
  await open(SITE);
  await world.crawl(500, BOTH);
  expect(await links({ status: 'unchecked' })).toMatchObject([
    { to: 'http://linked.example/', status: 403, error: 'http_403', internal: false },
    { to: 'http://linked.example/private', status: null, error: 'robots_disallowed' },
  ]);
  expect(await links({ status: 'error' })).toMatchObject([{ to: 'https://none.example/', error: 'name_not_found' }]);
  expect(await links({ kind: 'image', status: [404, 404] })).toMatchObject([
    { to: 'http://site.example/gone.png', anchor: null },
  ]);
  expect(await links({ kind: 'script' })).toMatchObject([{ status: 404 }, { status: 200, internal: false }]);
  expect(await links({ to: 'http://linked.example/gone' })).toHaveLength(2);
});

test.each([
  ['its own', '/full.jpg', BOTH, []],
  ['another host', 'http://files.example/full.jpg', BOTH, ['external-broken']],
  ['another host, without external targets', 'http://files.example/full.jpg', { ...BOTH, external: false }, []],
])(
  'a broken image of %s that a page links to is a broken external link only among external targets',
  async (_, url, options, external) => {
    await open({ '/': `${html('Home', '/a')}<a href="${url}"><img src="${url}"></a>`, '/a': html('Page a') });
    const { rows } = await world.crawl(500, options);
    expect(rows[0]!.issues.filter((id) => /^(?:external|image)-broken$/.test(id)).toSorted()).toEqual([
      ...external,
      'image-broken',
    ]);
    expect((await issues('external-broken')).map(({ target }) => target)).toEqual(external.map(() => url));
    expect(await issues('image-broken')).toHaveLength(1);
  },
);

test.each([
  ['external', 'linked.example', 'none.example'],
  ['resources', 'files.example', 'site.example'],
])('a crawl with the option %s requests nothing else', async (option, ...hosts) => {
  await open(SITE);
  const { result } = await world.crawl(500, { [option]: true });
  expect(ofTargets().length).toBeGreaterThan(0);
  expect(ofTargets().filter((one) => !hosts.some((host) => one.includes(host)))).toEqual([]);
  expect([result!.external === null, result!.resources === null]).toEqual([
    option === 'resources',
    option === 'external',
  ]);
});

test('a crawl requests ten addresses of each kind for each page of its limit, and counts ten as one page', async () => {
  const targets = Array.from({ length: 15 }, (_, index) => `http://linked.example/${index}`);
  const ok = Object.fromEntries(targets.map((url) => [url.replace('http://', ''), answer(200)]));
  await open({ '/': html('Home', ...targets), ...ok });
  const settled: number[] = [];
  const { allowances } = world.services;
  world.services.allowances = {
    settle(owner, what, work, count) {
      settled.push(count);
      return allowances.settle(owner, what, work, count);
    },
  };
  const allowance = {
    owner: () => Promise.resolve('owner-1'),
    reservePages: (_domain: string, _crawl: string, pages: number) => Promise.resolve(pages),
    returnPages: () => Promise.resolve(),
  };
  await world.begin(1, { owner: 'owner-1', allowance }, undefined, BOTH);
  await world.workOff();
  expect((await world.read()).result!.external).toEqual({ total: 10, broken: 0, unchecked: 0, truncated: true });
  expect(world.requests.filter((one) => one.startsWith('HEAD'))).toHaveLength(10);
  expect(settled).toEqual([2]);
});

const many = (count: number, elementOf: (n: number) => string) => Array.from({ length: count }, (_, n) => elementOf(n));
test.each<[string, string[], Record<keyof typeof BOTH, boolean>]>([
  [
    'more resources than are kept',
    many(501, (n) => `<img src="http://none.example/${n}">`),
    { external: false, resources: true },
  ],
  [
    'links to other hosts of more characters than are kept',
    many(350, (n) => `<a href="http://none.example/${n}/${'x'.repeat(1_500)}">Elsewhere</a>`),
    { external: true, resources: false },
  ],
  [
    'more links of the site than are kept',
    many(2_001, (n) => `<a href="/">Home ${n}</a>`),
    { external: false, resources: false },
  ],
  ['more bytes than are read', ['<p>', 'word '.repeat(1_200_000)], { external: true, resources: true }],
])('of a page with %s, the targets that are not known are stated', async (_, elements, truncated) => {
  await open({ '/': html('Home') + elements.join('') });
  const { result } = await world.crawl(500, BOTH);
  const { external, resources } = result!;
  expect({ external: external!.truncated, resources: resources!.truncated }).toEqual(truncated);
});

test('a blocked domain is unchecked without a request', async () => {
  await open({ '/': html('Home', 'http://blocked.example/x') });
  await (world.services.followed as FollowedDomains).block('blocked.example');
  await world.crawl(500, BOTH);
  expect(ofTargets()).toEqual([]);
  expect(await links({ status: 'unchecked' })).toMatchObject([{ error: 'host_blocked' }]);
});

test('a crawl that is killed continues without requesting a stored address again', async () => {
  await open(SITE);
  await world.begin(500, {}, undefined, BOTH);
  const { task } = world.messages[0]!;
  const { crawls } = world.services;
  let stored = 0;
  world.services.crawls = {
    ...crawls,
    async addTarget(...input) {
      if (stored === 4) throw new Error('killed');
      stored++;
      await crawls.addTarget(...input);
    },
  };
  await expect(crawlSite(task, world.services)).rejects.toThrow('killed');
  const before = await Array.fromAsync(crawls.readTargets(task));
  const requested = world.requests.length;
  world.services.crawls = crawls;
  world.services.memory = createCrawlMemory();
  await world.workOff();
  const again = world.requests.slice(requested).map((one) => one.replace('HEAD ', ''));
  expect(before).toHaveLength(4);
  for (const { url } of before) expect(again).not.toContain(url.replace(/^https?:\/\//, ''));
  expect((await world.read()).result).toMatchObject({
    external: { total: 4, broken: 2, unchecked: 2 },
    resources: { total: 6, broken: 3, unchecked: 0 },
  });
});

test('a crawl whose targets take many slices reads each outcome once, and again for its report', async () => {
  const images = Array.from({ length: 30 }, (_, index) => `/${index}.png`);
  const answers = Object.fromEntries(images.map((path) => [`site.example${path}`, answer(200)]));
  await open({ '/': `${html('Home')}${images.map((path) => `<img src="${path}">`).join('')}`, ...answers });
  const { crawls, crawlSlots } = world.services;
  let taken = 0;
  world.services.crawlSlots = (requested) =>
    taken++ % 2 === 0 ? crawlSlots(requested) : Promise.reject(new ProviderUnavailable('retry_later', 1_000));
  let read = 0;
  let slices = 0;
  world.services.crawls = {
    ...crawls,
    async *readTargets(...input) {
      for await (const target of crawls.readTargets(...input)) {
        read++;
        yield target;
      }
    },
    touch(...input) {
      slices++;
      return crawls.touch(...input);
    },
  };
  const { result } = await world.crawl(500, BOTH);
  expect(result!.resources).toMatchObject({ total: 30, unchecked: 0 });
  expect(slices).toBeGreaterThan(images.length);
  expect(read).toBe(2 * images.length);
});

test('a host that does not respond ten times in a row is not requested again', async () => {
  const targets = Array.from({ length: 13 }, (_, index) => `http://linked.example/${index}`);
  await open({ '/': html('Home', ...targets) });
  const { network } = world.services;
  let requests = 0;
  // It responds only to the request for robots.txt.
  world.services.network = {
    ...network,
    enter: (host, until) =>
      host === 'linked.example' && requests++ > 0
        ? Promise.reject(new NetworkFailure('timeout'))
        : network.enter(host, until),
  };
  const { result } = await world.crawl(500, BOTH);
  expect(result!.external).toMatchObject({ total: 13, unchecked: 13 });
  expect((await links({ status: 'unchecked' })).map(({ error }) => error)).toEqual(targets.map(() => 'timeout'));
  expect(requests).toBe(11);
});

test('a resource that redirects to a host without a slot does not delay the crawl', async () => {
  const moved: RequestListener = (_, response) =>
    void response.writeHead(302, { location: 'http://files.example/a.png' }).end();
  await open({ '/': `${html('Home')}<img src=/a.png>`, 'site.example/a.png': moved });
  const { crawlSlots } = world.services;
  world.services.crawlSlots = (requested) =>
    requested.host === 'files.example'
      ? Promise.reject(new ProviderUnavailable('retry_later', 86_400_000))
      : crawlSlots(requested);
  const { result } = await world.crawl(500, BOTH);
  expect(result!.resources).toEqual({ total: 1, broken: 0, unchecked: 1, truncated: false });
  expect(Math.max(0, ...world.delays)).toBeLessThan(1_000);
});

/** A site that answers the first of twenty external targets after `stop`. */
function stopping(stop: () => Promise<unknown>): Answers {
  const first: RequestListener = (_, response) => {
    world.clock.now += STOP_CHECK_MS;
    void stop().then(() => response.end());
  };
  const targets = Array.from({ length: 20 }, (_, index) => `http://linked.example/${index}`);
  return { '/': html('Home', ...targets), 'linked.example/0': first };
}

test('a crawl that is stopped ends before its next address, with the outcomes until then', async () => {
  await open(stopping(() => world.services.crawls.cancel('site.example', null)));
  const { result, ended } = await world.crawl(500, BOTH);
  expect(ended[0]).toMatchObject({ status: 'stopped', stopReason: 'cancelled' });
  expect(result!.external).toEqual({ total: 20, broken: 0, unchecked: 19, truncated: false });
  expect(ofTargets()).toEqual(['HEAD linked.example/0', 'linked.example/robots.txt']);
});

test('a crawl of a deleted domain leaves no outcomes', async () => {
  await open(stopping(() => world.services.crawls.deleteDomain('site.example')));
  await world.begin(500, {}, undefined, BOTH);
  await world.workOff();
  expect(ofTargets()).toEqual(['HEAD linked.example/0', 'linked.example/robots.txt']);
  const { Items } = await world.tables.documents.send(new ScanCommand({ TableName: siteCrawlsTable.name }));
  expect(Items!.filter(({ domain }) => domain === 'site.example')).toEqual([]);
});
