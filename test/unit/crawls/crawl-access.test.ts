import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createCrawlAccess, createCrawlFiles, type CrawlFiles } from '../../../functions/core/crawls/crawl-access.ts';
import { SLICE_MS } from '../../../functions/core/crawls/limits.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;
let files: CrawlFiles;

beforeEach(async () => {
  world = await createCrawlWorld({});
  files = createCrawlFiles({ domain: 'site.example', id: '1' }, world.services.crawls);
});
afterEach(async () => {
  closeServers();
  await world.close();
});

const gateOfSlice = () =>
  createCrawlAccess('site.example', files, world.services, () => SLICE_MS, { rate: null, headersFor: null }).gate;
const page = (path: string) => new URL(path, 'http://site.example');
const empty = (status: number) => ({ status, body: [], truncated: false });

test('a crawl waits for a robots.txt as long as for a page', async () => {
  const limits: number[] = [];
  const robots = await gateOfSlice().reach(page('/'), (_, { timeoutMs }) => {
    limits.push(timeoutMs);
    return Promise.resolve(empty(404));
  });
  expect([limits, robots.status]).toEqual([[10_000], 404]);
});

test('a page whose robots.txt is being requested for another one waits for the next attempt if it cannot be read', async () => {
  const gate = gateOfSlice();
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = gate.reach(page('/a'), async () => {
    requested.resolve();
    await answered.promise;
    return empty(503);
  });
  await requested.promise;
  const second = gate.reach(page('/b'), () => Promise.reject(new Error('It is requested once')));
  answered.resolve();
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'retry_later' } }));
});
