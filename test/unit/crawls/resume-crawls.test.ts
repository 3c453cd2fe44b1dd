import { afterEach, describe, expect, test } from '@jest/globals';
import { LOST_AFTER_MS, resumeCrawls } from '../../../functions/core/crawls/resume-crawls.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, createCrawlWorld } from './crawl-world.ts';
import { useFresh } from '../../support/use-opened.ts';

const world = useFresh(() =>
  createCrawlWorld({
    '/robots.txt': 'User-agent: *\nAllow: /',
    '/': html('Home', '/a'),
    '/a': html('A'),
  }),
);
afterEach(() => {
  closeServers();
});

function resume() {
  const { crawls, crawlsInProgress, queue } = world.services;
  return resumeCrawls({ crawls, crawlsInProgress, crawlQueue: queue, now: () => world.clock.now });
}

const listed = async () => (await world.services.crawlsInProgress.list()).map(({ domain }) => domain);

describe('a crawl in progress', () => {
  test('continues when its message was lost', async () => {
    await world.begin();
    world.messages.splice(0);
    world.clock.now += LOST_AFTER_MS;
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    await world.workOff();
    const { inProgress, rows } = await world.read();
    expect([inProgress, rows.map(({ url }) => url)]).toEqual([
      null,
      ['http://site.example/', 'http://site.example/a'].map((url) => expect.stringContaining(new URL(url).pathname)),
    ]);
  });

  test('continues beside that of another owner when the messages of both were lost', async () => {
    for (const owner of ['owner-1', 'owner-2']) await world.begin(500, { owner });
    world.messages.splice(0);
    world.clock.now += LOST_AFTER_MS;
    expect(await resume()).toEqual({ resumed: 2, ended: 0 });
    await world.workOff();
    const { inProgress, ended } = await world.read();
    expect([inProgress, ended.map(({ owner, isComplete }) => [owner, isComplete]).toSorted()]).toEqual([
      null,
      ['owner-1', 'owner-2'].map((owner) => [owner, true]),
    ]);
  });

  test('gets a message when its own was lost while that of another owner continues', async () => {
    await world.begin(500, { owner: 'owner-1' });
    world.clock.now += 1;
    await world.begin(500, { owner: 'owner-2' });
    const [lost, other] = await world.services.crawls.readInProgress('site.example');
    world.clock.now += LOST_AFTER_MS - 1;
    await world.services.crawls.touch(other!, { found: 2, fetched: 1, slices: 1 });
    world.messages.splice(0);
    world.clock.now += 1;
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
    expect(world.messages.map(({ task }) => task.id)).toEqual([lost!.id]);
  });

  test('gets no second message while it continues', async () => {
    await world.begin();
    world.clock.now += LOST_AFTER_MS - 1;
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    const inProgress = (await world.read()).inProgress!;
    await world.services.crawls.touch(inProgress, { found: 2, fetched: 1, slices: 1 });
    world.clock.now += LOST_AFTER_MS - 1;
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    expect(world.messages).toHaveLength(1);
  });

  test('gets a few messages while it waits for a day', async () => {
    await world.begin();
    for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
      world.clock.now += 10 * 60_000;
      await resume();
    }
    expect(world.messages.length).toBeGreaterThan(3);
    expect(world.messages.length).toBeLessThan(12);
    const inProgress = (await world.read()).inProgress!;
    await world.services.crawls.touch(inProgress, { found: 2, fetched: 1, slices: inProgress.slices });
    world.clock.now += LOST_AFTER_MS;
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
  });

  test('gets no second message while its own is delayed', async () => {
    await world.begin();
    const inProgress = (await world.read()).inProgress!;
    const delayMs = 15 * 60_000;
    await world.services.crawls.touch(inProgress, { found: 2, fetched: 1, slices: inProgress.slices }, delayMs);
    world.clock.now += delayMs + LOST_AFTER_MS - 1;
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    world.clock.now += 1;
    expect(await resume()).toEqual({ resumed: 1, ended: 0 });
  });

  test('that only waited requests no page twice when it gets two messages', async () => {
    await world.begin();
    world.clock.now += LOST_AFTER_MS;
    await resume();
    await world.workOff();
    const pages = world.requests.filter((request) => request.endsWith('/a'));
    expect([pages.length, (await world.read()).ended.length]).toEqual([1, 1]);
  });
});

describe('the list of crawls', () => {
  test('is empty when all crawls have ended', async () => {
    await world.crawl();
    expect([await listed(), await resume()]).toEqual([[], { resumed: 0, ended: 0 }]);
  });

  test('loses a crawl that has ended or was deleted without being removed', async () => {
    await world.begin();
    const { domain, id } = (await world.read()).inProgress!;
    await world.workOff();
    await world.services.crawlsInProgress.add({ domain, id });
    await world.begin(500, {}, 'other.example');
    await world.services.crawls.deleteDomain('other.example');
    world.clock.now += LOST_AFTER_MS + 1;
    expect(await resume()).toEqual({ resumed: 0, ended: 2 });
    expect(await listed()).toEqual([]);
  });

  test('keeps a crawl that is about to start', async () => {
    await world.begin();
    await world.services.crawls.deleteDomain('site.example');
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    expect(await listed()).toEqual(['site.example']);
  });

  test('keeps the next crawl of a domain when the previous one is removed', async () => {
    await world.begin();
    const before = (await world.read()).inProgress!;
    await world.workOff();
    await world.begin();
    await world.services.crawlsInProgress.remove(before);
    expect(await listed()).toEqual(['site.example']);
  });
});

test('a crawl that cannot be resumed does not prevent others from being resumed', async () => {
  await world.begin();
  await world.begin(500, {}, 'other.example');
  world.clock.now += LOST_AFTER_MS;
  world.messages.splice(0);
  const { crawls, crawlsInProgress, queue } = world.services;
  const readInProgress = (domain: string) => {
    return domain === 'site.example' ? Promise.reject(new Error('throttled')) : crawls.readInProgress(domain);
  };
  const now = () => world.clock.now;
  await expect(
    resumeCrawls({ crawls: { ...crawls, readInProgress }, crawlsInProgress, crawlQueue: queue, now }),
  ).rejects.toMatchObject({
    ...{ code: 'not_resumed', message: '1 failures, the first: throttled' },
  });
  expect(world.messages.map(({ task }) => task.domain)).toEqual(['other.example']);
});
