import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { CHECKPOINT_PAGES, packCheckpoint, readCheckpoint } from '../../../functions/core/crawls/checkpoint.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { restoreProgress } from '../../../functions/core/crawls/crawl-progress.ts';
import { END_FILE, PLAN_FILE } from '../../../functions/core/crawls/hand-over.ts';
import type { CrawlPlan } from '../../../functions/core/crawls/plan-crawl.ts';
import type { Coverage } from '../../../functions/core/crawls/begin-crawl.ts';
import type { CrawlInProgress, SiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld, crawlSite } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

const numbers = Array.from({ length: 24 }, (_, number) => number);
const listed = numbers.slice(0, 6).map((number) => `<url><loc>http://site.example/listed/${number}</loc></url>`);

/** A site with traps, redirects, errors, canonical addresses, repeated content and a sitemap, one page in each slice. */
const SITE: Answers = {
  '/robots.txt': 'User-agent: *\nDisallow: /private\nCrawl-delay: 7\nSitemap: http://site.example/map.xml\n',
  '/map.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`,
  '/': html('Home', '/empty/0', '/old', '/gone', '/private', '/a?PHPSESSID=1a2b', '/shop?c=1', '/calendar/2040/05'),
  '/old': (_, response) => void response.writeHead(301, { location: '/new' }).end(),
  '/new': `<head><link rel="canonical" href="/canonical"></head>${html('New', '/shop?c=2', '/shop?d=1')}`,
  '/canonical': html('Canonical', '/new'),
  '/shop?c=1': html('Shop 1', '/shop?c=1&d=1', '/listed/2'),
  '/shop?c=2': html('Shop 2', ...numbers.map((number) => `/empty/${number}`)),
  ...Object.fromEntries(numbers.map((number) => [`/empty/${number}`, html('Empty', `/deep/${number}`)])),
  ...Object.fromEntries(numbers.slice(0, 5).map((number) => [`/listed/${number}`, html(`Listed ${number}`, '/')])),
};

/** A message that is processed by a new process. */
async function processNext(): Promise<boolean> {
  const next = world.messages.shift();
  if (!next) return false;
  world.clock.now += next.delayMs;
  world.services.memory = createCrawlMemory();
  await crawlSite(next.task, world.services);
  return true;
}

const inProgress = async () => (await world.services.crawls.readInProgress('site.example'))[0];

/** @returns what is known of the crawl in progress, as it would be stored */
async function stateFrom(crawls: SiteCrawls, crawl: CrawlInProgress): Promise<string> {
  const services = { crawls, memory: createCrawlMemory(), checkpointPages: CHECKPOINT_PAGES };
  const readPlan = async () => JSON.parse((await crawls.readFile(crawl, PLAN_FILE))!) as CrawlPlan;
  return packCheckpoint(await restoreProgress(crawl, readPlan, services));
}

/** The store without checkpoints. */
const replaying = (crawls: SiteCrawls): SiteCrawls => ({
  ...crawls,
  readFile: (crawl, name, hash) =>
    name.startsWith('checkpoint') ? Promise.resolve(null) : crawls.readFile(crawl, name, hash),
});

/** Reads the crawl's state, and compares it with a replay of all of its pages. */
async function expectEqualStates(): Promise<void> {
  const crawl = (await inProgress())!;
  const { crawls } = world.services;
  expect(await stateFrom(crawls, crawl)).toBe(await stateFrom(replaying(crawls), crawl));
}

interface Interruptions {
  coverage?: Coverage;
  pages?: number;
  /** Called before each message. */
  before?: (message: number) => Promise<unknown>;
}

/** Crawls the site, each page in a new process. */
async function crawlCold(checkpointPages: number, { coverage, pages, before }: Interruptions = {}) {
  world = await createCrawlWorld(SITE);
  world.services.checkpointPages = checkpointPages;
  await world.begin(pages, {}, undefined, coverage);
  const { id } = (await inProgress())!;
  do await before?.(world.delays.push(0));
  while (await processNext());
  const { ended, result, rows } = await world.read();
  const end = await world.services.crawls.readFile({ domain: 'site.example', id }, END_FILE);
  const { finishedAt: _, ...facts } = JSON.parse(end!) as { finishedAt: string };
  // Times are different.
  const text = JSON.stringify({ result, rows, facts }, (name, value: unknown) =>
    name === 'ttfb_ms' || (name === 'last_indexable_at' && value !== null) ? '' : value,
  );
  return { requests: world.requests, stop: ended[0]!.stopReason, text: text.replaceAll(id, 'id') };
}

/** Crawls the site twice, first without checkpoints, and expects the same requests and the same result. */
async function expectEqualCrawls(checkpointPages: number, interruptions: Interruptions = {}) {
  const { coverage, pages } = interruptions;
  const whole = await crawlCold(Infinity, { ...(coverage && { coverage }), ...(pages && { pages }) });
  await world.close();
  const crawl = await crawlCold(checkpointPages, interruptions);
  expect(crawl).toEqual(whole);
  return crawl;
}

describe('a crawl with checkpoints', () => {
  test.each<[string, Interruptions]>([
    ['the whole site', {}],
    ['a page limit', { pages: 20 }],
    ['a part of it', { coverage: { exclude: ['/empty/1'], include: ['/'] } }],
    ['a depth', { coverage: { depth: 2 } }],
  ])('of %s has the same state at each page, the same requests and the same result', async (_, interruptions) => {
    let compared = 0;
    const before = async () => {
      const crawl = await inProgress();
      if (!crawl?.fetched) return;
      compared++;
      await expectEqualStates();
    };
    const { requests } = await expectEqualCrawls(3, { ...interruptions, before });
    expect(compared).toBeGreaterThan(8);
    expect(new Set(requests).size).toBe(requests.length);
  });

  test('that is stopped ends with the same pages', async () => {
    const stop = (message: number) =>
      message === 15 ? world.services.crawls.cancel('site.example', null) : Promise.resolve();
    const stopped = async (checkpointPages: number) => {
      const crawl = await crawlCold(checkpointPages, { before: stop });
      if (checkpointPages === Infinity) await world.close();
      return crawl;
    };
    const whole = await stopped(Infinity);
    expect(whole.stop).toBe('cancelled');
    expect(await stopped(4)).toEqual(whole);
  });

  test('reads the pages since the last checkpoint', async () => {
    const from: (number | undefined)[] = [];
    await crawlCold(5, {
      before: () => {
        const { crawls } = world.services;
        if (!('isSpied' in crawls)) {
          const readPages: SiteCrawls['readPages'] = (crawl, options) => {
            from.push(options?.from);
            return crawls.readPages(crawl, options);
          };
          world.services.crawls = { ...crawls, readPages, ...{ isSpied: true } };
        }
        return Promise.resolve();
      },
    });
    const restores = from.filter((number) => number !== undefined);
    expect(restores.filter((number) => number % 5 !== 0)).toEqual([]);
    expect(restores).toEqual(restores.toSorted((one, other) => one - other));
    expect(new Set(restores).size).toBeGreaterThan(10);
  });
});

/** Continues a crawl until it has stored a number of checkpoints of three pages. */
async function beginWith(checkpoints: number): Promise<CrawlInProgress> {
  world = await createCrawlWorld(SITE);
  world.services.checkpointPages = 3;
  await world.begin();
  const isStored = async () => ((await readCheckpoint((await inProgress())!, world.services.crawls))?.count ?? 0) / 3;
  while ((await isStored()) < checkpoints) await processNext();
  return (await inProgress())!;
}

const countOf = async (crawl: CrawlInProgress) => (await readCheckpoint(crawl, world.services.crawls))?.count;
const itemsOf = async () => {
  const { Items = [] } = await world.tables.documents.send(new ScanCommand({ TableName: siteCrawlsTable.name }));
  return Items as { domain: string; part: string; bytes?: Uint8Array; parts?: number; expires_at?: number }[];
};

describe('a checkpoint', () => {
  test.each([
    ['of its file', 'checkpoint 0'],
    ['of its file', 'checkpoint 1'],
    ['of its name', 'checkpoint'],
  ])('whose write is interrupted at the part %s leaves the one before valid', async (_, name) => {
    // The next one has the first file again if the number of those before is even.
    const crawl = await beginWith(name === 'checkpoint 0' ? 2 : 1);
    const before = await countOf(crawl);
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async writeFile(written, file, text) {
        if (file === name) throw new Error('terminated');
        return crawls.writeFile(written, file, text);
      },
    };
    const work = async () => {
      while (await processNext());
    };
    await expect(work()).rejects.toThrow('terminated');
    world.services.crawls = crawls;
    expect(await countOf(crawl)).toBe(before);
    await expectEqualStates();
  });

  test('of which another worker has overwritten a part is not read', async () => {
    world = await createCrawlWorld(SITE);
    await world.begin();
    const crawl = (await inProgress())!;
    const { crawls } = world.services;
    const texts = Array.from({ length: 2 }, () => randomBytes(1_000_000).toString('base64'));
    const hashes = [await crawls.writeFile(crawl, 'checkpoint 1', texts[1]!)];
    const other = (await itemsOf()).filter(({ part }) => part.includes('checkpoint 1')).at(-1)!;
    hashes.unshift(await crawls.writeFile(crawl, 'checkpoint 1', texts[0]!));
    expect(await crawls.readFile(crawl, 'checkpoint 1', hashes[0])).toBe(texts[0]);
    await world.tables.db.put({ TableName: siteCrawlsTable.name, Item: { ...other } });
    expect(other.parts).toBeGreaterThan(1);
    for (const hash of hashes) expect(await crawls.readFile(crawl, 'checkpoint 1', hash)).toBeNull();
  });

  test.each<[string, (crawl: CrawlInProgress, crawls: SiteCrawls) => Promise<unknown>]>([
    [
      'that lacks a part',
      async ({ domain }) => {
        const { part } = (await itemsOf()).find((item) => item.part.includes('checkpoint 0'))!;
        return world.tables.db.delete({ TableName: siteCrawlsTable.name, Key: { domain, part } });
      },
    ],
    ['whose file is another one', (crawl, crawls) => crawls.writeFile(crawl, 'checkpoint 0', '{}')],
    [
      'of another version',
      async (crawl, crawls) => {
        const stored = JSON.parse((await crawls.readFile(crawl, 'checkpoint'))!) as object;
        return crawls.writeFile(crawl, 'checkpoint', JSON.stringify({ ...stored, version: 0 }));
      },
    ],
  ])('%s is replaced by a replay, and then by the next one', async (_, damage) => {
    const crawl = await beginWith(1);
    await damage(crawl, world.services.crawls);
    expect(await countOf(crawl)).toBeUndefined();
    await expectEqualStates();
    await processNext();
    expect(await countOf(crawl)).toBe(4);
    await expectEqualStates();
  });

  test('expires with the pages of the crawl, and is deleted with the domain', async () => {
    const crawl = await beginWith(2);
    const times = (of: string) => async () => {
      const items = (await itemsOf()).filter(({ part }) => part.startsWith(of));
      return items.map(({ expires_at }) => expires_at!);
    };
    const [ofFiles, ofPages] = [await times(`file#${crawl.id}#checkpoint`)(), await times(`visit#`)()];
    expect(ofFiles).toHaveLength(3);
    expect(Math.max(...ofFiles)).toBeLessThanOrEqual(Math.max(...ofPages));
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async writeFile(written, name, text) {
        if (name === 'checkpoint') await crawls.deleteDomain('site.example');
        return crawls.writeFile(written, name, text);
      },
    };
    while (await processNext());
    const left = await itemsOf();
    expect(left.filter(({ domain }) => domain === 'site.example')).toEqual([]);
  });
});
