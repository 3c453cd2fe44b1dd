import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { maxDurationMs, maxSlices } from '../../../functions/core/crawls/crawl-size.ts';
import { STOP_CHECK_MS } from '../../../functions/core/crawls/limits.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { ProviderUnavailable } from '../../../functions/core/platform/rate-limit.ts';
import { CRAWLER_TOKEN } from '../../../functions/core/platform/network/user-agent.ts';
import type { FollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { historyTable, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld, crawlSite } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

const open = async (answers: Answers) => (world = await createCrawlWorld(answers));
const paths = (requests: string[]) => requests.map((request) => request.replace('site.example', ''));

/** A page that is answered after `action`. */
const after =
  (action: () => Promise<unknown>): RequestListener =>
  (_, response) =>
    void action().then(() => response.setHeader('content-type', 'text/html').end(html('Page a')));

/** Stops a crawl before a page is answered, at the default rate of requests. */
const stopping = (stop: () => Promise<unknown>) =>
  after(() => {
    world.clock.now += STOP_CHECK_MS;
    return stop();
  });

/** A site to whose home page another domain redirects. */
function movedTo(home: string, answers: Answers): Answers {
  const page = answers['/'];
  const answerHome: RequestListener = (request, response) => {
    if (request.headers.host!.startsWith('other.example'))
      return void response.writeHead(301, { location: home }).end();
    response.setHeader('content-type', 'text/html').end(page);
  };
  return { ...answers, '/': answerHome };
}

const SITE: Answers = {
  '/': html('Home', '/a', '/b', '/gone', 'https://other.example/'),
  '/a': html('Page a', '/', '/b'),
  '/b': html('Page b', '/moved'),
  '/moved': (_, response) => void response.writeHead(301, { location: '/a' }).end(),
  '/lonely': html('Lonely page', '/'),
  '/robots.txt': 'User-agent: *\nDisallow: /private\nSitemap: http://site.example/map.xml\n',
  '/map.xml':
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://site.example/lonely</loc></url>' +
    '<url><loc>http://other.example/x</loc></url></urlset>',
};

const down: Answers[string] = (_, response) => void response.writeHead(503).end();

describe('a crawl', () => {
  test('requests each page of its links and sitemaps once', async () => {
    await open(SITE);
    const { inProgress: left, ended, rows, result } = await world.crawl();
    expect(paths(world.requests)).toEqual(['/robots.txt', '/', '/map.xml', '/a', '/b', '/gone', '/moved', '/lonely']);
    expect([left, ended.map(({ status, stopReason, fetched }) => [status, stopReason, fetched])]).toEqual([
      null,
      [['done', null, 6]],
    ]);
    expect(
      rows.map(({ url, http_status, depth }) => [url.replace('http://site.example', ''), http_status, depth]),
    ).toEqual([
      ['/', 200, 0],
      ['/a', 200, 1],
      ['/b', 200, 1],
      ['/gone', 404, 1],
      ['/moved', 301, 2],
      ['/lonely', 200, null],
    ]);
    expect(result!.sitemap).toEqual({ listed: 1, crawled: 1, not_linked: 1, not_indexable: 0 });
    expect(await world.services.crawlsInProgress.list()).toEqual([]);
    const { Items: snapshots } = await world.tables.documents.send(new ScanCommand({ TableName: historyTable.name }));
    expect(snapshots).toMatchObject([{ domain: 'site.example', site_pages: 6, site_broken_links: 1 }]);
  });

  test('considers the codes of hreflang alternates on other sites', async () => {
    const alternates = ['en http://site.example/', 'en-gb http://site.example/', 'x-default http://all.example/'];
    const links = alternates.map((alternate) => alternate.split(' '));
    const head = links.map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`);
    await open({ ...SITE, '/': `<head>${head.join('')}</head>${html('Home', '/a')}` });
    const { rows } = await world.crawl();
    expect(rows[0]!.issues.filter((id) => id.startsWith('hreflang'))).toEqual([]);
  });

  test('audits a page with a large image inside its markup', async () => {
    const image = `<img src="data:image/png;base64,${randomBytes(400_000).toString('base64')}">`;
    await open({ '/': html('Home', '/a'), '/a': html('Page a', '/') + image });
    const { ended, rows } = await world.crawl();
    expect(ended).toMatchObject([{ status: 'done', fetched: 2 }]);
    expect(rows[1]!.issues).toContain('image-alt-missing');
  });

  test('considers the canonical pages among hreflang alternates that are beyond the page limit', async () => {
    const alternates = ['en', 'de']
      .map((code) => `<link rel="alternate" hreflang="${code}" href="/${code}/p">`)
      .join('');
    await open({
      '/': html('Home', '/de/p?ref=home', '/en/p'),
      '/de/p?ref=home': `<head><link rel="canonical" href="/de/p">${alternates}</head>${html('Seite')}`,
      '/en/p': `<head>${alternates}</head>${html('Page')}`,
    });
    const { rows } = await world.crawl(3);
    expect(paths(world.requests)).not.toContain('/de/p');
    const issues = rows.map((row) =>
      row.issues.filter((id) => ['hreflang-no-self', 'hreflang-no-return'].includes(id)),
    );
    expect(issues).toEqual([[], [], []]);
  });

  test.each([
    ['excludes pages that may link to it', ['/*?'], [], null],
    ['excludes no address that it found', ['/none'], ['http://site.example/p2'], 1],
  ])(
    'determines whether a page that only a sitemap lists is an orphan if it %s',
    async (_, exclude, orphans, count) => {
      await open({
        ...{ '/': html('Home', '/list'), '/list': html('List', '/p1', '/list?page=2') },
        ...{ '/list?page=2': html('List', '/p1'), '/p1': html('First'), '/p2': html('Second') },
        '/sitemap.xml': '<urlset><url><loc>http://site.example/p2</loc></url></urlset>',
      });
      const { rows, result } = await world.crawl(500, { exclude });
      const shown = rows.filter(({ issues }) => issues.includes('sitemap-orphan'));
      expect(shown.map(({ url }) => url)).toEqual(orphans);
      expect(result!.sitemap).toMatchObject({ crawled: 1, not_linked: count });
    },
  );

  test('does not request or count addresses that robots.txt disallows', async () => {
    await open({ ...SITE, '/': html('Home', '/private/x', '/a'), '/a': html('Page a', '/b') });
    const { rows, ended } = await world.crawl(3);
    expect(paths(world.requests)).not.toContain('/private/x');
    expect(rows.find(({ url }) => url.endsWith('/private/x'))).toMatchObject({
      ...{ http_status: null, failure: 'robots_disallowed', indexable: false, reason: 'robots' },
    });
    expect(ended[0]).toMatchObject({ fetched: 3, status: 'done', stopReason: 'page_limit', isComplete: false });
  });

  test('waits in the queue when its next slot is far away', async () => {
    await open({ ...SITE, '/robots.txt': 'User-agent: *\nCrawl-delay: 7\n' });
    const { rows } = await world.crawl();
    expect(rows.length).toBeGreaterThan(3);
    const ofPages = world.slotRequests.filter(({ crawlDelaySeconds }) => crawlDelaySeconds === 7);
    expect(ofPages).toHaveLength(world.requests.length - 1);
    expect(world.delays.filter((ms) => ms > 2_000)).toHaveLength(ofPages.length);
  });

  test('of a redirecting domain waits no longer for slots than one of the site itself', async () => {
    await open(movedTo('http://site.example/', { ...SITE, '/robots.txt': 'User-agent: *\nCrawl-delay: 3\n' }));
    await world.begin(500, {}, 'other.example');
    await world.workOff();
    expect((await world.read('other.example')).ended[0]).toMatchObject({ status: 'done', stopReason: null });
    expect(world.delays.length).toBeGreaterThan(3);
    expect(Math.max(...world.delays)).toBeLessThanOrEqual(3_000);
  });

  test('of a redirecting domain sends no request after another worker has taken the lease of the site', async () => {
    await open(movedTo('http://site.example/', SITE));
    const { leases } = world.services;
    let isTaken = false;
    const reported = Promise.withResolvers<void>();
    world.services.leases = {
      ...leases,
      renewEveryMs: 10,
      async renew(name, holder) {
        if (!isTaken) return true;
        const renewed = await leases.renew(name, holder);
        // The crawl has acted on the answer before the page is answered.
        if (!renewed) setImmediate(reported.resolve);
        return renewed;
      },
    };
    world.answers['/a'] = after(async () => {
      world.clock.now += 60_000;
      expect(await leases.acquire('site-crawl#site.example')).toEqual(expect.any(String));
      isTaken = true;
      await reported.promise;
    });
    await world.begin(500, {}, 'other.example');
    await crawlSite(world.messages.shift()!.task, world.services);
    expect(world.requests.slice(-1)).toEqual(['site.example/a']);

    // The lease of that worker has expired.
    world.clock.now += 60_000;
    world.services.leases = leases;
    await world.workOff();
    expect((await world.read('other.example')).ended[0]).toMatchObject({ status: 'done', stopReason: null });
    expect(world.requests.filter((request) => request === 'site.example/a')).toHaveLength(1);
  });

  test('of a redirecting domain ends at once when the operator blocks the site', async () => {
    await open(movedTo('http://site.example/', SITE));
    world.answers['/a'] = stopping(() => (world.services.followed as FollowedDomains).block('site.example'));
    await world.begin(500, {}, 'other.example');
    await world.workOff();
    const { ended, rows } = await world.read('other.example');
    expect(ended[0]).toMatchObject({ status: 'stopped', stopReason: 'blocked', fetched: 2 });
    expect(rows.map(({ failure }) => failure)).toEqual([null, null]);
  });

  test('runs one slice at a time, and ignores an older message', async () => {
    await open(SITE);
    await world.begin();
    await world.begin();
    expect(world.messages).toHaveLength(1);
    const { task } = world.messages[0]!;
    await world.workOff();
    const count = world.requests.length;
    await crawlSite(task, world.services);
    expect(world.requests).toHaveLength(count);
  });

  test('ends at once when its owner stops it or the operator blocks the domain', async () => {
    const stopAt: Answers = { ...SITE };
    await open(stopAt);
    stopAt['/a'] = stopping(() => world.services.crawls.cancel('site.example', 'owner-1'));
    await world.begin(500, { owner: 'owner-1' });
    expect(await world.services.crawls.cancel('site.example', 'owner-2')).toBe(false);
    await world.workOff();
    expect((await world.read()).ended[0]).toMatchObject({ status: 'stopped', stopReason: 'cancelled', fetched: 2 });

    stopAt['/a'] = stopping(() => (world.services.followed as FollowedDomains).block('site.example'));
    world.clock.now += 1_000;
    await world.begin();
    await world.workOff();
    expect((await world.read()).ended[0]).toMatchObject({ status: 'stopped', stopReason: 'blocked', fetched: 2 });
  });

  test('leaves no items when it is deleted', async () => {
    const answers: Answers = { ...SITE };
    await open(answers);
    answers['/a'] = stopping(() => world.services.crawls.deleteDomain('site.example'));
    await world.begin();
    await world.workOff();
    expect(await world.read()).toMatchObject({ inProgress: null, ended: [] });
  });

  test('leaves no items when it is deleted while its result is stored and the function is terminated', async () => {
    await open(SITE);
    await world.begin();
    const { task } = world.messages.shift()!;
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async writeEvidence(...input) {
        await crawls.deleteDomain('site.example');
        await crawls.writeEvidence(...input);
        throw new Error('terminated');
      },
    };
    await expect(crawlSite(task, world.services)).rejects.toThrow('terminated');
    world.services.crawls = crawls;
    await crawlSite(task, world.services);
    const { Items } = await world.tables.documents.send(new ScanCommand({ TableName: siteCrawlsTable.name }));
    expect(Items!.filter(({ domain }) => domain === 'site.example').map(({ part }) => part as string)).toEqual([]);
  });

  test('leaves no values of its site when the domain is deleted while its result is stored', async () => {
    await open(SITE);
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async writeEvidence(...input) {
        await crawls.writeEvidence(...input);
        await crawls.deleteDomain('site.example');
      },
    };
    await world.crawl();
    for (const { name } of [siteCrawlsTable, historyTable, scheduleTable]) {
      const { Items } = await world.tables.documents.send(new ScanCommand({ TableName: name }));
      expect([name, Items!.filter(({ domain }) => domain === 'site.example')]).toEqual([name, []]);
    }
  });

  test('has stored the values of its site when the function is terminated at its end', async () => {
    await open(SITE);
    await world.begin();
    const { task } = world.messages.shift()!;
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async end(...input) {
        await crawls.end(...input);
        throw new Error('terminated');
      },
    };
    await expect(crawlSite(task, world.services)).rejects.toThrow('terminated');
    await crawlSite(task, world.services);
    const { Items } = await world.tables.documents.send(new ScanCommand({ TableName: historyTable.name }));
    expect(Items).toMatchObject([{ domain: 'site.example', site_pages: 6 }]);
  });

  test('keeps its items when its message is delivered again', async () => {
    await open(SITE);
    await world.begin();
    const { task } = world.messages[0]!;
    await world.workOff();
    await crawlSite(task, world.services);
    const { ended, rows } = await world.read();
    expect([rows.length, await world.services.crawls.readDirectory(ended[0]!, 'issues')]).toEqual([
      6,
      expect.anything(),
    ]);
  });

  test.each([
    ['unreachable', { '/': (request) => void request.socket.destroy() }],
    ['unreachable', { '/': down }],
    ['unreachable', { '/': down, '/robots.txt': down }],
    ['robots', { '/': html('Home'), '/robots.txt': `User-agent: ${CRAWLER_TOKEN}\nDisallow: /\n` }],
    ['robots', { '/': html('Home'), '/robots.txt': 'User-agent: *\nDisallow: /\n' }],
  ] as [string, Answers][])('of a site that cannot be read reports the reason: %s', async (reason, answers) => {
    await open(answers);
    const { ended, result } = await world.crawl();
    expect(ended[0]).toMatchObject({ status: 'stopped', stopReason: reason, isComplete: false });
    expect(result).toMatchObject({ site_score: null, pages: { indexable: 0 } });
  });

  test('retries a robots.txt that could not be read, and then requests only the home page', async () => {
    await open({ ...SITE, '/robots.txt': (_, response) => void response.writeHead(500).end() });
    const { ended, rows, result } = await world.crawl();
    expect(paths(world.requests)).toEqual(['/robots.txt', '/robots.txt', '/robots.txt', '/']);
    expect(ended[0]).toMatchObject({ status: 'stopped', stopReason: 'robots', isComplete: false });
    expect(rows[1]).toMatchObject({ http_status: null, failure: 'robots_unreachable', indexable: null, issues: [] });
    expect(result!.health).toBeNull();
  });

  test('requests no page of another origin of the site whose robots.txt cannot be read, and all others', async () => {
    const links = ['/a', 'http://www.site.example/x', '/b', 'http://www.site.example/y', '/c'];
    await open({
      ...{ '/': html('Home', ...links), '/a': html('Page a'), '/b': html('Page b'), '/c': html('Page c') },
      'www.site.example/robots.txt': (_, response) => void response.writeHead(503).end(),
    });
    const { ended, rows, result } = await world.crawl(4);
    expect(ended).toMatchObject([{ status: 'done', stopReason: null, fetched: 4 }]);
    expect(rows.map(({ url, failure }) => [url.replace('http://site.example', ''), failure])).toEqual([
      ['/', null],
      ['/a', null],
      ['http://www.site.example/x', 'robots_unreachable'],
      ['/b', null],
      ['http://www.site.example/y', 'robots_unreachable'],
      ['/c', null],
    ]);
    expect(result!.pages).toMatchObject({ total: 6, indexable: 4, blocked_by_robots: 0 });
    expect(result!.links.broken_internal).toBe(0);
    const ofWww = world.requests.filter((request) => request.startsWith('www.'));
    expect(ofWww).toEqual(Array<string>(3).fill('www.site.example/robots.txt'));
  });

  describe('of a home page that redirects to a page whose robots.txt cannot be read', () => {
    const answers: Answers = {
      '/': (_, response) => void response.writeHead(302, { location: 'http://www.site.example/en/' }).end(),
      '/en/': html('Home'),
      'www.site.example/robots.txt': (_, response) => void response.writeHead(500).end(),
    };
    const FIRST = ['/robots.txt', '/', 'www./robots.txt'];

    test('ends with the reason', async () => {
      await open(answers);
      const { inProgress: left, ended } = await world.crawl();
      expect(left).toBeNull();
      expect(ended).toMatchObject([{ status: 'stopped', stopReason: 'robots', fetched: 1 }]);
      expect(paths(world.requests)).toEqual([...FIRST, ...Array<string>(2).fill('www./robots.txt')]);
    });

    test.each([
      ['cancelled', () => world.services.crawls.cancel('site.example', null)],
      ['blocked', () => (world.services.followed as FollowedDomains).block('site.example')],
    ])('sends no further request when it is %s between two attempts', async (reason, stop) => {
      await open(answers);
      await world.begin();
      await crawlSite(world.messages.shift()!.task, world.services);
      await stop();
      await world.workOff();
      const { inProgress: left, ended } = await world.read();
      expect(left).toBeNull();
      expect(ended).toMatchObject([{ status: 'stopped', stopReason: reason }]);
      expect(paths(world.requests)).toEqual(FIRST);
    });
  });

  test('audits a page above the size limit, but not one whose connection was lost', async () => {
    const breaksOff: RequestListener = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 }).write('<p>The beginning');
      setTimeout(() => request.socket.destroy(), 20);
    };
    const tooLong = html('A long page') + ' '.repeat(5_100_000);
    await open({ '/': html('Home', '/cut', '/long'), '/cut': breaksOff, '/long': tooLong });
    const { rows, ended } = await world.crawl();
    const [, cut, long] = rows;
    expect(cut).toMatchObject({ http_status: 200, failure: 'incomplete', reason: 'unknown', title: null, issues: [] });
    expect(long).toMatchObject({ failure: null, title: 'A long page', html_bytes: 5_000_000 });
    // What it links to after its first five megabytes is not known.
    expect(ended[0]!.unread).toEqual(expect.arrayContaining(['links', 'hidden_links']));
  });

  describe('at its limit of slices', () => {
    const PAGES = 5;
    const SIZE = { limit: PAGES, admitted: PAGES, options: DEFAULT_OPTIONS };
    /** Rejects slots of the site from this request on. */
    const waitFrom = (request: number) => {
      const { crawlSlots: crawlSlots } = world.services;
      world.services.crawlSlots = (requested) =>
        world.slotRequests.length < request
          ? crawlSlots(requested)
          : Promise.reject(new ProviderUnavailable('busy', 60_000));
    };
    /** Processes the messages as if all slices of the limit but the last few had ended. */
    const workOffLastSlices = async () => {
      const { task } = world.messages.shift()!;
      const slices = maxSlices(SIZE) - 3;
      world.messages.push({ task: { ...task, slices }, delayMs: 0 });
      await world.workOff();
    };

    test('ends with the pages that it has and the reason', async () => {
      await open(SITE);
      await world.begin(PAGES);
      waitFrom(4);
      await workOffLastSlices();
      const { inProgress: left, ended, rows } = await world.read();
      expect([left, ended.map(({ status, stopReason }) => [status, stopReason])]).toEqual([
        null,
        [['stopped', 'work_limit']],
      ]);
      expect(rows.length).toBeGreaterThan(0);
      expect(world.delays).toHaveLength(4);
    });

    test('ends when it could read no page', async () => {
      await open(SITE);
      await world.begin(PAGES);
      waitFrom(0);
      await workOffLastSlices();
      const { inProgress: left, ended, rows } = await world.read();
      expect([left, ended[0]!.stopReason, rows]).toEqual([null, 'work_limit', []]);
    });

    test('ends when another worker crawls the site for another domain', async () => {
      await open(movedTo('http://site.example/', SITE));
      await world.begin(PAGES, {}, 'other.example');
      const { leases } = world.services;
      await leases.acquire('site-crawl#site.example');
      const { task } = world.messages.shift()!;
      await crawlSite({ ...task, slices: maxSlices(SIZE) - 1 }, world.services);
      await crawlSite(world.messages.shift()!.task, world.services);
      expect((await world.read('other.example')).ended.map(({ stopReason }) => stopReason)).toEqual(['work_limit']);
    });

    test('ends before its items expire, with the pages that it has', async () => {
      await open(SITE);
      await world.begin(PAGES);
      waitFrom(4);
      await crawlSite(world.messages.shift()!.task, world.services);
      world.clock.now += maxDurationMs(SIZE);
      await world.workOff();
      const { inProgress: left, ended, rows } = await world.read();
      expect([left, ended[0]!.stopReason]).toEqual([null, 'work_limit']);
      expect(rows.length).toBeGreaterThan(0);
    });

    test('has counted each slice once when its message was delivered twice', async () => {
      await open({ ...SITE, '/robots.txt': 'User-agent: *\nCrawl-delay: 7\n' });
      await world.begin(PAGES);
      const { task } = world.messages.shift()!;
      await crawlSite(task, world.services);
      await crawlSite(task, world.services);
      expect(world.messages.map((message) => message.task.slices)).toEqual([1]);
      expect((await world.read()).inProgress!.slices).toBe(1);
    });
  });

  test('stops when the site no longer responds', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `/page-${index}`);
    const broken = Object.fromEntries(
      links.map((link) => [link, (request: { socket: { destroy(): void } }) => request.socket.destroy()]),
    ) as Answers;
    await open({ '/': html('Home', ...links), ...broken });
    const { ended } = await world.crawl();
    expect(ended[0]).toMatchObject({ status: 'stopped', stopReason: 'unreachable', fetched: 11 });
  });
});
