import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unlimited } from '../../../functions/core/accounts/fetch-slots.ts';
import { csvText } from '../../../functions/core/platform/text/csv-text.ts';
import { sitePagesAnswer } from '../../../functions/core/record/site-schema.ts';
import { compareSite } from '../../../functions/core/site-reports/compare/compare-site.ts';
import { listPages, pagesTable } from '../../../functions/core/site-reports/lists/list-pages.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { createCrawlWorld, html } from './crawl-world.ts';

const OWNER = { owner: 'owner-1' };
const host = 'http://site.example';
const extract = [
  { name: 'price', css: '.price', get: 'text' },
  { name: 'offers', css: '.offer', get: 'count' },
  { name: 'image', css: 'img', get: 'attribute:src' },
];

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

beforeEach(async () => {
  world = await createCrawlWorld({
    '/': html('Home', '/lamp', '/gone', '/huge'),
    '/lamp': `${html('Lamp')}<b class=price>9.90</b><i class=offer></i><i class=offer></i><img src=lamp.png>`,
    '/huge': html('Huge') + '<i></i>'.repeat(110_000),
  });
});
afterEach(async () => {
  closeServers();
  await world.close();
});

const crawl = async (rules?: typeof extract) => {
  // Ids of crawls sort by time.
  world.clock.now += 1_000;
  return world.crawl(undefined, rules && { extract: rules }, OWNER);
};
const pages = async () => listPages({ domain: 'site.example', limit: 100 }, world.services.crawls);
const compare = async () => {
  const { comparison } = await compareSite(
    { domain: 'site.example' },
    { ownerOf: () => Promise.resolve(OWNER.owner), whileComparing: unlimited },
    world.services.crawls,
  );
  return comparison.pages.first;
};

describe('the values that a crawl extracts', () => {
  test('are in the list of its pages, unknown ones with the reason', async () => {
    const { ended } = await crawl(extract);
    expect(ended[0]!.options).toMatchObject({ extract });
    const answer = sitePagesAnswer.parse(await pages());
    expect(answer.extract).toEqual(extract);
    const valuesOf = answer.items.map((row) => [row.url.slice(host.length), row.extracted, row.extract_failure]);
    expect(valuesOf).toEqual([
      ['/', { price: null, offers: 0, image: null }, null],
      ['/lamp', { price: '9.90', offers: 2, image: 'lamp.png' }, null],
      ['/gone', { price: null, offers: null, image: null }, null],
      ['/huge', { price: null, offers: null, image: null }, 'work_limit'],
    ]);
    // Its other facts are known.
    expect(answer.items[3]).toMatchObject({ http_status: 200, failure: null, title: 'Huge' });
  });

  test('are columns of its CSV', async () => {
    await crawl(extract);
    const [header, ...rows] = csvText(pagesTable(await pages())).split('\r\n');
    expect(header).toMatch(/,issues,extracted\.price,extracted\.offers,extracted\.image,extract_failure$/);
    expect(rows.slice(0, 4).map((row) => row.split(',').slice(-4))).toEqual([
      ['', '0', '', ''],
      ['9.90', '2', 'lamp.png', ''],
      ['', '', '', ''],
      ['', '', '', 'work_limit'],
    ]);
  });

  test('are no columns of a crawl that extracts none', async () => {
    await crawl();
    const answer = await pages();
    expect(answer.extract).toEqual([]);
    expect(csvText(pagesTable(answer))).not.toContain('extract');
    expect(answer.items[0]).not.toHaveProperty('extracted');
  });

  test('are compared where both crawls read them in the same way', async () => {
    await crawl(extract);
    world.answers['/lamp'] = `${html('Lamp')}<b class=price>7.50</b><img src=lamp.png>`;
    world.answers['/huge'] = html('Huge');
    await crawl([...extract.slice(0, 1), { ...extract[1]!, css: '.offers' }, ...extract.slice(2)]);
    expect(await compare()).toEqual([
      {
        url: `${host}/lamp`,
        fields: [
          { name: 'content_hash', before: expect.any(String), now: expect.any(String) },
          { name: 'extracted.price', before: '9.90', now: '7.50' },
        ],
      },
    ]);
  });

  test('do not change the scope: a crawl without them is compared with one that has them', async () => {
    await crawl(extract);
    const { audit } = await crawl();
    expect([audit!.isComplete, await compare()]).toEqual([true, []]);
  });
});
