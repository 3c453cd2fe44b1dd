import { describe, expect, test } from '@jest/globals';
import { trancoSource } from '../../../functions/shared/sources/tranco.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import type { Pace } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { startProviders } from '../../../infra/sandbox/providers/providers.ts';
import { AGENT } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(trancoSource);
const { ask } = played;

function answerWith(ranks: [date: string, rank: number][]) {
  const points = ranks.map(([date, rank]) => ({ date, rank }));
  played.fault('tranco', faults.json({ ranks: points, domain: 'shop.example' }));
}

describe('the tranco source', () => {
  test('gives the newest rank, the one of 30 days before, and all daily points (39 points)', async () => {
    const { status, http_status, sections, past } = await ask('shop.example');
    const tranco = sections!['popularity.tranco']!;
    const rankOn = (date: string) => past!.find((point) => point.date === date)!.figures.tranco_rank!;
    expect({ status, http_status }).toEqual({ status: 'ok', http_status: 200 });
    expect(past).toHaveLength(39);
    expect(tranco).toEqual({
      date: '2026-11-20',
      rank: rankOn('2026-11-20'),
      rank_30d_ago: rankOn('2026-10-21'),
      change_30d: rankOn('2026-11-20') - rankOn('2026-10-21'),
    });
  });

  test('does not rely on the order of the points', async () => {
    answerWith([
      ['2026-10-21', 300],
      ['2026-11-20', 100],
      ['2026-11-19', 200],
    ]);
    const { sections } = await ask('shop.example');
    expect(sections!['popularity.tranco']).toEqual({
      rank: 100,
      date: '2026-11-20',
      rank_30d_ago: 300,
      change_30d: -200,
    });
  });

  test('takes the point nearest to 30 days before, up to 3 days away', async () => {
    answerWith([
      ['2026-11-20', 100],
      ['2026-10-25', 1],
      ['2026-10-24', 400],
      ['2026-10-17', 2],
    ]);
    expect((await ask('shop.example')).sections!['popularity.tranco']).toMatchObject({ rank_30d_ago: 400 });
  });

  test('does not know the change where no point is near enough', async () => {
    answerWith([
      ['2026-11-20', 100],
      ['2026-10-25', 1],
      ['2026-10-17', 2],
    ]);
    expect((await ask('shop.example')).sections!['popularity.tranco']).toMatchObject({
      rank_30d_ago: null,
      change_30d: null,
    });
  });

  test.each([null, { date: '2026-11-20' }, { date: 'yesterday', rank: 5 }, { date: '2026-11-20', rank: '7' }])(
    'reads the other points beside an odd one: %j',
    async (odd) => {
      const sound = { date: '2026-11-19', rank: 200 };
      played.fault('tranco', faults.json({ ranks: [odd, sound] }));
      expect(await ask('shop.example')).toMatchObject({
        status: 'ok',
        sections: { 'popularity.tranco': { rank: 200, date: '2026-11-19' } },
        past: [{ date: '2026-11-19', figures: { tranco_rank: 200 } }],
      });
      played.fault('tranco', faults.json({ ranks: [odd] }));
      expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
    },
  );

  test('asks for the registrable domain (the key is the pay-level domain)', async () => {
    expect((await ask('news.shop.example')).status).toBe('ok');
    expect((await ask('a.b.example-site.co.uk')).status).not.toBe('error');
    expect(played.asked('tranco').map(({ path }) => path)).toEqual([
      '/api/ranks/domain/shop.example',
      '/api/ranks/domain/example-site.co.uk',
    ]);
  });

  test('takes ranks beyond a million', async () => {
    const tranco = (await ask('blog.example')).sections!['popularity.tranco']!;
    expect(tranco.rank).toBeGreaterThan(1_000_000);
  });

  test('is empty where no rank is listed (200 with no ranks)', async () => {
    expect(await ask('broken.example')).toEqual({
      status: 'empty',
      http_status: 200,
      sections: { 'popularity.tranco': null },
    });
  });

  test('is empty after a 404', async () => {
    played.fault('tranco', faults.page(404, '404 Not Found'));
    expect(await ask('shop.example')).toMatchObject({ status: 'empty', http_status: 404 });
  });

  test("tells of Cloudflare's challenge (403 HTML)", async () => {
    played.fault('tranco', faults.forbiddenPage());
    expect(await ask('shop.example')).toMatchObject({ status: 'blocked', error: { retryable: true } });
  });

  test('wants its requests at least 2 seconds apart', async () => {
    const paces: Pace[] = [];
    const plain = createProviderClient(AGENT);
    const http: typeof plain = {
      request: (url, options) => {
        paces.push(options.pace);
        return plain.request(url, options);
      },
    };
    await ask('shop.example', { http });
    await ask('blog.example', { http });
    expect(new Set(paces.map(({ key }) => key)).size).toBe(1);
    expect(paces.every(({ intervalMs }) => intervalMs >= 2_000)).toBe(true);
  });

  test('meets a provider that refuses a second request within a second', async () => {
    const strict = await startProviders({ enforcePace: true });
    try {
      const baseUrl = () => strict.url;
      expect((await ask('shop.example', { baseUrl })).status).toBe('ok');
      expect(await ask('shop.example', { baseUrl })).toMatchObject({ status: 'rate_limited', http_status: 429 });
    } finally {
      await strict.close();
    }
  });
});

testCommonFailures(played, trancoSource, 'tranco');
