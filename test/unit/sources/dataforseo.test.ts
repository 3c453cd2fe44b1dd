import { describe, expect, test } from '@jest/globals';
import { dataforseoSource } from '../../../functions/shared/sources/dataforseo.ts';
import { dataforseoError } from '../../../infra/sandbox/providers/dataforseo.ts';
import { faults } from '../../../infra/sandbox/providers/faults.ts';
import { playProviders, testCommonFailures } from './ask-provider.ts';

const played = playProviders(dataforseoSource);
const { ask } = played;

function refuseWith(code: number, level: 'call' | 'task', status?: number) {
  played.fault('dataforseo', { kind: 'answer', answer: dataforseoError(code, 'In their words', level, status) });
}

function answerWith(result: unknown) {
  const status = { status_code: 20_000, status_message: 'Ok.' };
  played.fault('dataforseo', faults.json({ ...status, cost: 0.0201, tasks: [{ ...status, result }] }));
}

describe('the dataforseo source', () => {
  test('gives positions and worth, organic and paid', async () => {
    const { status, http_status, sections } = await ask('shop.example');
    expect({ status, http_status }).toEqual({ status: 'ok', http_status: 200 });
    expect(sections!.organic).toMatchObject({ location_code: 2840, language_code: 'en', count: 660, pos_91_100: 143 });
    expect(sections!.organic!.estimated_cost_usd).toBeGreaterThan(0);
    expect(sections!.paid).toMatchObject({ count: 34 });
  });

  test('does without paid results (null)', async () => {
    expect(await ask('blog.example')).toMatchObject({ status: 'ok', sections: { organic: { count: 57 }, paid: null } });
  });

  test('sends a list of one task, with Basic credentials (the body is an array)', async () => {
    await ask('shop.example');
    const [request] = played.asked('dataforseo');
    const credentials = `${played.keys['dataforseo-login']}:${played.keys['dataforseo-password']}`;
    expect(request!.headers.authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`);
    expect(JSON.parse(request!.body)).toEqual([{ target: 'shop.example', location_code: 2840, language_code: 'en' }]);
  });

  test('says what the answer has cost, and what it costs at most (cost)', async () => {
    expect((await ask('shop.example')).costUsd).toBeCloseTo(0.0202, 6);
    expect((await ask('broken.example')).costUsd).toBe(0);
    expect(dataforseoSource.costUsd).toBeCloseTo(0.0202, 6);
  });

  test.each(['call', 'task'] as const)(
    'is empty where there are no results, told for the %s (40102)',
    async (level) => {
      refuseWith(40_102, level);
      expect(await ask('shop.example')).toMatchObject({ status: 'empty', sections: { organic: null, paid: null } });
    },
  );

  test.each([
    ['task', 40_101, { code: 'bad_key', retryable: false }],
    ['call', 40_100, { code: 'bad_key', retryable: false }],
    ['call', 40_200, { code: 'payment_required', retryable: false }],
    ['task', 40_203, { code: 'payment_required', retryable: false }],
    ['task', 40_210, { code: 'payment_required', retryable: false }],
    ['task', 40_501, { code: 'refused', retryable: false }],
    ['call', 50_000, { code: 'unavailable', retryable: true }],
    ['task', 50_301, { code: 'unavailable', retryable: true }],
  ] as const)('finds an error of the %s inside HTTP 200: %i (both levels)', async (level, code, error) => {
    refuseWith(code, level);
    const answer = await ask('shop.example');
    expect(answer).toMatchObject({ status: 'error', http_status: 200, error });
    expect(answer.sections).toBeUndefined();
  });

  test('tells of too many requests inside HTTP 200', async () => {
    refuseWith(40_202, 'call');
    expect(await ask('shop.example')).toMatchObject({ status: 'rate_limited', error: { retryable: true } });
  });

  test('tells of a bad key, which asking again does not mend (HTTP 401)', async () => {
    const answer = await ask('shop.example', {
      keys: { 'dataforseo-login': 'wrong-login', 'dataforseo-password': 'wrong-password' },
    });
    expect(answer).toMatchObject({
      status: 'error',
      http_status: 401,
      error: { code: 'bad_key', retryable: false },
      costUsd: 0,
    });
    expect(JSON.stringify(answer)).not.toContain('wrong-');
  });

  test('tells that the account is empty (HTTP 402)', async () => {
    refuseWith(40_200, 'call', 402);
    expect(await ask('shop.example')).toMatchObject({
      status: 'error',
      http_status: 402,
      error: { code: 'payment_required', retryable: false },
    });
  });

  test.each([
    ['result', null],
    ['items', [{ items: null }]],
    ['metrics', [{ items: [{ metrics: null }] }]],
    ['figures', [{ items: [{ metrics: { organic: null, paid: null } }] }]],
  ])('is empty where there is no %s (null)', async (_what, result) => {
    answerWith(result);
    expect(await ask('shop.example')).toMatchObject({
      status: 'empty',
      sections: { organic: null, paid: null },
      costUsd: 0.0201,
    });
  });

  test('reads the figures beside odd items and results', async () => {
    const sound = { metrics: { organic: { count: 7 }, paid: null } };
    answerWith([{ items: [null, 'x', sound] }]);
    expect((await ask('shop.example')).sections!.organic).toMatchObject({ count: 7 });
    answerWith(['x', { items: [sound] }]);
    expect((await ask('shop.example')).sections!.organic).toMatchObject({ count: 7 });
    answerWith([{ items: ['x'] }]);
    expect(await ask('shop.example')).toMatchObject({ status: 'error', error: { code: 'unreadable' } });
  });

  test('does not know single figures that are null or missing (every field is nullable)', async () => {
    answerWith([{ items: [{ metrics: { organic: { count: 7, etv: null, pos_1: null }, paid: null } }] }]);
    expect((await ask('shop.example')).sections!.organic).toMatchObject({
      count: 7,
      etv: null,
      pos_1: null,
      estimated_cost_usd: null,
      is_lost: null,
    });
  });
});

testCommonFailures(played, dataforseoSource, 'dataforseo');
