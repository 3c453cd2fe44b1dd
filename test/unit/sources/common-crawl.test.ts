import { describe, expect, test } from '@jest/globals';
import { commonCrawlSource } from '../../../functions/shared/sources/common-crawl.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import type { Pace } from '../../../functions/shared/storage/provider-rate-limit.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { AGENT } from '../network/local-servers.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(commonCrawlSource);
const { ask } = played;

describe('the common_crawl source', () => {
  test('gives an upper bound of the captures in the newest crawl (blocks of 3000 lines)', async () => {
    expect(await ask('blog.example')).toEqual({
      status: 'ok',
      http_status: 200,
      sections: { common_crawl: { crawl_id: 'CC-MAIN-2026-45', present: true, captures_upper_bound: 6_000 } },
    });
  });

  test('asks for the domain and all below it, by the number of pages', async () => {
    await ask('shop.example');
    const [request] = played.asked('common_crawl');
    expect(request!.path).toBe('/CC-MAIN-2026-45-index');
    expect(Object.fromEntries(request!.query)).toEqual({ url: '*.shop.example', output: 'json', showNumPages: 'true' });
  });

  test('is empty after a 404 in JSON ("No Captures found" is no error)', async () => {
    expect(await ask('broken.example')).toEqual({
      status: 'empty',
      http_status: 404,
      sections: { common_crawl: { crawl_id: 'CC-MAIN-2026-45', present: false, captures_upper_bound: 0 } },
    });
  });

  test('does not take a missing index for a missing domain', async () => {
    played.fault('common_crawl', faults.page(404, '404 Not Found'));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', http_status: 404, error: { code: 'refused' } });
  });

  test('is empty where there are no pages (zero)', async () => {
    played.fault('common_crawl', faults.json({ pages: 0, pageSize: 5, blocks: 0 }));
    expect(await ask('shop.example')).toMatchObject({
      status: 'empty',
      sections: { common_crawl: { present: false, captures_upper_bound: 0 } },
    });
  });

  test.each([
    [3, { status: 'ok', sections: { common_crawl: { present: true, captures_upper_bound: 45_000 } } }],
    [0, { status: 'empty', sections: { common_crawl: { present: false, captures_upper_bound: 0 } } }],
  ])('reads a bare number of pages, %i (bare integer)', async (pages, expected) => {
    played.fault('common_crawl', faults.json(pages));
    expect(await ask('shop.example')).toMatchObject(expected);
  });

  test('reads the number of pages whatever its media type (text/x-cdxj)', async () => {
    played.fault('common_crawl', faults.raw('{"pages": 1, "pageSize": 5, "blocks": 2}', 'text/x-cdxj'));
    expect(await ask('shop.example')).toMatchObject({ sections: { common_crawl: { captures_upper_bound: 6_000 } } });
  });

  test('takes the newest crawl of the list that is readable', async () => {
    const url = (id: string) => `${commonCrawlSource.address!.baseUrl}/${id}-index`;
    const odd = [null, { id: 'CC-MAIN-2026-47' }, { id: 'CC-MAIN-2026-46', 'cdx-api': 'soon' }];
    const sound = ['CC-MAIN-2026-45', 'CC-MAIN-2026-41'].map((id) => ({ id, 'cdx-api': url(id) }));
    played.fault('common_crawl_list', faults.json([...odd, ...sound]));
    expect((await ask('shop.example')).sections!.common_crawl).toMatchObject({ crawl_id: 'CC-MAIN-2026-45' });
    for (const list of [odd, []]) {
      played.fault('common_crawl_list', faults.json(list));
      expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
    }
  });

  test('keeps the list of crawls for at least a day (collinfo)', async () => {
    const kept = new Map<string, unknown>();
    const ages: number[] = [];
    const shared = async <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>) => {
      ages.push(maxAgeMs);
      if (!kept.has(name)) kept.set(name, JSON.parse(JSON.stringify(await load())));
      return kept.get(name) as Value;
    };
    await ask('shop.example', { shared });
    await ask('blog.example', { shared });
    expect(played.asked('common_crawl_list')).toHaveLength(1);
    expect(played.asked('common_crawl')).toHaveLength(2);
    expect(ages.every((age) => age >= 86_400_000)).toBe(true);
  });

  test('asks one question at a time, of list and index together (serial)', async () => {
    const paces: Pace[] = [];
    const plain = createProviderClient(AGENT);
    const http: typeof plain = {
      request: (url, options) => {
        paces.push(options.pace);
        return plain.request(url, options);
      },
    };
    await ask('shop.example', { http });
    expect(paces).toHaveLength(2);
    expect(paces[0]).toEqual(paces[1]);
    expect(paces[0]).toMatchObject({ serial: true });
  });

  test('does not come back soon after it was shut out (403 for abusers)', async () => {
    played.fault('common_crawl', faults.forbiddenPage());
    expect(await ask('shop.example')).toMatchObject({
      status: 'blocked',
      http_status: 403,
      error: { code: 'blocked', retryable: false },
    });
  });

  test.each([503, 504])('tells that asking again helps after a %i (overload)', async (status) => {
    played.fault('common_crawl', faults.page(status, 'Please reduce your request rate'));
    expect(await ask('shop.example')).toMatchObject({
      status: 'error',
      error: { code: 'unavailable', retryable: true },
    });
  });

  test('fails where the list of crawls cannot be had', async () => {
    played.fault('common_crawl_list', faults.unavailable());
    expect(await ask('shop.example')).toMatchObject({ status: 'error', http_status: 503 });
  });

  test("leads to the operator's address although the list names the provider's (setting: the path stays)", async () => {
    const crawl = { id: 'CC-MAIN-2026-45', 'cdx-api': 'https://index.commoncrawl.invalid/CC-MAIN-2026-45-index' };
    played.fault('common_crawl_list', faults.json([crawl]));
    expect((await ask('shop.example')).status).toBe('ok');
  });
});

testCommonFailures(played, commonCrawlSource, 'common_crawl');
