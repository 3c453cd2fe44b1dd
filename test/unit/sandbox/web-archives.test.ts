import { expect, test } from '@jest/globals';
import { startProviders } from '../../../infra/sandbox/providers/server.ts';
import { useOpened } from '../../support/use-opened.ts';

const DAY = 24 * 3_600_000;
let now = Date.parse('2026-12-01T12:00:00Z');
const providers = useOpened(() => startProviders({ now: () => now }));

test('a crawl of Common Crawl exists as long as a client may keep the list of crawls', async () => {
  const base = () => providers.urls.COMMON_CRAWL_URL!;
  for (let day = 0; day < 60; day += 1) {
    const list = await fetch(`${base()}/collinfo.json`);
    const [newest] = (await list.json()) as { id: string }[];
    now += DAY;
    const pages = await fetch(`${base()}/${newest!.id}-index?url=*.shop.example&output=json&showNumPages=true`);
    expect([newest!.id, pages.status]).toEqual([newest!.id, 200]);
  }
});
