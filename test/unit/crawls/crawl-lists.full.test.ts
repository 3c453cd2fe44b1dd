import { afterEach, expect, test } from '@jest/globals';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld } from './crawl-world.ts';

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

test('a crawl of 5,000 addresses requests each of them once, and has a short head', async () => {
  const paths = Array.from({ length: 5_000 }, (_, number) => `/products/item-${number}`);
  const urls = paths.map((path) => `http://site.example${path}`);
  world = await createCrawlWorld(Object.fromEntries(paths.map((path) => [path, '<title>Item</title>'])));
  const { rows, ended } = await world.crawl(5_000, { urls }, { owner: 'owner-1' });
  expect(rows.map(({ url }) => url)).toEqual(urls);
  expect(world.requests).toEqual(['site.example/robots.txt', ...paths.map((path) => `site.example${path}`)]);
  expect(ended[0]).toMatchObject({ isComplete: true, scope: { cut: { urls: { total: 5_000 } } } });
  expect(JSON.stringify(ended[0]).length).toBeLessThan(3_000);
}, 180_000);
