import { describe, expect, test } from '@jest/globals';
import { openPageRankSource } from '../../../functions/shared/sources/open-page-rank.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(openPageRankSource);
const { ask } = played;
const FOUND = { domain: 'shop.example', found: true, open_page_rank: 4.2, rank: 412_345, referring_domains: 1_834 };

function answerWith(results: unknown[]) {
  const members = { as_of: '2026-11-01', count: results.length, results, invalid: [] };
  played.fault('open_page_rank', faults.json(members));
}

describe('the open_page_rank source', () => {
  test('gives score, rank and referring domains of the month', async () => {
    expect(await ask('shop.example')).toMatchObject({
      status: 'ok',
      http_status: 200,
      sections: {
        'popularity.open_page_rank': { score: 4.21, rank: 412_345, referring_domains: 1_834, date: '2026-11-01' },
      },
    });
  });

  test('asks by the contract of September 2026: POST, Bearer key, history included', async () => {
    await ask('news.shop.example');
    const [request] = played.asked('open_page_rank');
    expect(request).toMatchObject({ method: 'POST', path: '/v1/domains/bulk' });
    expect(request!.headers).toMatchObject({
      authorization: `Bearer ${played.keys['open-page-rank-key']}`,
      'content-type': 'application/json',
    });
    expect(JSON.parse(request!.body)).toEqual({ domains: ['shop.example'], include_history: true });
  });

  test('gives the months that were measured, not those that were estimated (history)', async () => {
    const { past } = await ask('shop.example');
    const dates = past!.map(({ date }) => date);
    expect(dates).toContain('2026-11-01');
    // The stand-in estimates every fifth of its 24 months, the fifth first.
    expect(dates).not.toContain('2026-07-01');
    expect(past).toHaveLength(20);
    expect(past!.every(({ figures }) => figures.open_page_rank! >= 0)).toBe(true);
  });

  test('leaves out single months that have no score or are odd', async () => {
    const history = [
      { date: '2026-11-01', open_page_rank: 4.2, estimated: false },
      { date: '2026-10-01', open_page_rank: null, estimated: false },
      { date: '2026-09', open_page_rank: 4.1 },
      null,
      { date: '2026-08-01', open_page_rank: 3.9 },
    ];
    answerWith([{ ...FOUND, history }]);
    expect((await ask('shop.example')).past).toEqual([
      { date: '2026-11-01', figures: { open_page_rank: 4.2 } },
      { date: '2026-08-01', figures: { open_page_rank: 3.9 } },
    ]);
  });

  test('reads the result beside an odd one, without a history and with members that are null', async () => {
    answerWith([{ domain: null }, { domain: 'Shop.Example', found: true, open_page_rank: 4.2, rank: null }]);
    expect(await ask('shop.example')).toMatchObject({
      status: 'ok',
      sections: { 'popularity.open_page_rank': { score: 4.2, rank: null, referring_domains: null } },
      past: [],
    });
  });

  test.each([
    ['counted among the invalid ones', { count: 0, results: [], invalid: ['shop.example'] }],
    ['left out', { count: 0, results: [], invalid: [] }],
    ['left out beside another', { count: 1, results: [{ ...FOUND, domain: 'other.example' }], invalid: [] }],
  ])('is empty where the domain is %s', async (_name, members) => {
    played.fault('open_page_rank', faults.json({ as_of: '2026-11-01', ...members }));
    expect(await ask('shop.example')).toEqual({
      status: 'empty',
      http_status: 200,
      sections: { 'popularity.open_page_rank': null },
    });
  });

  test('is empty where the domain is not found (found false)', async () => {
    expect(await ask('broken.example')).toEqual({
      status: 'empty',
      http_status: 200,
      sections: { 'popularity.open_page_rank': null },
    });
  });

  test('tells of a bad key, which asking again does not mend (401)', async () => {
    const answer = await ask('shop.example', { keys: { 'open-page-rank-key': 'wrong-key' } });
    expect(answer).toMatchObject({ status: 'error', http_status: 401, error: { code: 'bad_key', retryable: false } });
    expect(JSON.stringify(answer)).not.toContain('wrong-key');
  });

  test('does not take the old path away for an unknown domain (moved, 404)', async () => {
    played.fault('open_page_rank', faults.page(404, '404 Not Found'));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'refused' } });
  });

  test('does not read the old form of the answer (the old contract is dead)', async () => {
    const old = { status_code: 200, page_rank_decimal: 5.23, rank: '12345', domain: 'shop.example' };
    played.fault('open_page_rank', faults.json({ status_code: 200, response: [old] }));
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
  });
});

testCommonFailures(played, openPageRankSource, 'open_page_rank');
