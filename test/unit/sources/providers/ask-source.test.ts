import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type AskLimits, askSource, type AskMode } from '../../../../functions/core/sources/providers/ask-source.ts';
import type { SourceKeys } from '../../../../functions/core/sources/providers/keys.ts';
import type { ProviderClient } from '../../../../functions/core/sources/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../../functions/core/platform/rate-limit.ts';
import type { Source, SourceContext } from '../../../../functions/core/sources/source.ts';
import type { SourceAnswer } from '../../../../functions/core/record/source-answer.ts';
import { providerSettings } from '../../../../functions/core/platform/settings/settings.ts';
import { createSourceSettings } from '../../../../functions/core/sources/providers/source-settings.ts';
import { settingsOf } from '../../../support/settings.ts';
import { contextOf } from '../../../support/source-context.ts';

const plain = {
  id: 'tranco',
  keys: [],
  inlineMs: 60,
  backgroundMs: 120,
  costUsd: 0,
  ask: () => Promise.resolve({ status: 'ok' }),
} as unknown as Source;

interface Case {
  source?: Partial<Source>;
  mode?: AskMode;
  environment?: Record<string, string>;
  keys?: SourceKeys;
  hasBudget?: boolean;
  http?: ProviderClient;
  reserve?: () => Promise<never>;
  limits?: Omit<AskLimits, 'mode'>;
}

/** Asks, and notes what was reserved and settled. */
async function ask({
  source,
  mode = 'inline',
  environment = {},
  keys = {},
  hasBudget = true,
  http,
  reserve,
  limits = {},
}: Case) {
  const money: number[] = [];
  const budget = {
    reserve:
      reserve ??
      ((usd: number) => {
        money.push(usd);
        return Promise.resolve(
          hasBudget ? { settle: (actual: number) => Promise.resolve(void money.push(actual)) } : null,
        );
      }),
  };
  const settings = createSourceSettings(settingsOf(providerSettings, environment));
  const answer = await askSource({ ...plain, ...source }, 'a.com', contextOf({ keys, ...(http && { http }) }), {
    settings,
    budget,
    limits: { mode, ...limits },
    now: Date.now,
  });
  return { answer, money };
}

const never = () => new Promise<SourceAnswer>(() => {});
afterEach(() => {
  jest.restoreAllMocks();
});

test('an answer in time is the answer', async () => {
  expect((await ask({})).answer).toEqual({ status: 'ok' });
});

test('a source that is switched off is skipped, and not asked', async () => {
  const environment = { DISABLED_SOURCES: 'crux, tranco' };
  const { answer } = await ask({ environment, source: { ask: () => Promise.reject(new Error('was asked')) } });
  expect(answer).toMatchObject({ status: 'skipped', error: { code: 'disabled', retryable: false } });
});

test('a source without its key is not_configured, never an error', async () => {
  const source = { keys: ['google-api-key'] as const } as Partial<Source>;
  expect((await ask({ source })).answer).toEqual({ status: 'not_configured' });
  expect((await ask({ source, keys: { 'google-api-key': 'k' } })).answer).toEqual({ status: 'ok' });
});

test('a source whose key could not be read has failed for now: it may be configured', async () => {
  const source = { keys: ['dataforseo-login', 'dataforseo-password'], ask: never } satisfies Partial<Source>;
  const unavailable = { status: 'error', error: { code: 'keys_unavailable', retryable: true } };
  const unread = { 'dataforseo-login': null, 'dataforseo-password': null };
  expect((await ask({ source, keys: unread })).answer).toMatchObject(unavailable);
  expect((await ask({ source, keys: { ...unread, 'dataforseo-login': 'me' } })).answer).toMatchObject(unavailable);
  // Where one of them is certainly missing, the other makes no difference.
  expect((await ask({ source, keys: { 'dataforseo-login': null } })).answer).toEqual({ status: 'not_configured' });
});

test('what is too slow for a caller who waits is pending, where there is a background', async () => {
  expect((await ask({ source: { ask: never } })).answer).toEqual({ status: 'pending' });
  expect((await ask({ source: { inlineMs: 0 } })).answer).toEqual({ status: 'pending' });
});

test('what is too slow without a background, or in it, is a timeout', async () => {
  const timeout = { status: 'timeout', error: { code: 'timeout', retryable: true } };
  expect((await ask({ source: { ask: never, backgroundMs: 0 } })).answer).toMatchObject(timeout);
  expect((await ask({ source: { ask: never }, mode: 'background' })).answer).toMatchObject(timeout);
});

test('a request that is too late is ended before the answer goes out', async () => {
  let isEnded = false;
  const http = {
    request: (_url: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal!.addEventListener('abort', () => {
          isEnded = true;
          reject(new Error('ended'));
        });
      }),
  } as unknown as ProviderClient;
  const source = { ask: (_domain: string, context: SourceContext) => context.http.request('', {} as never) as never };
  expect((await ask({ source, http })).answer).toEqual({ status: 'pending' });
  expect(isEnded).toBe(true);
});

test('a budget that cannot be counted lets nothing be spent, and fails nothing', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { answer } = await ask({ source: { costUsd: 0.05 }, reserve: () => Promise.reject(new Error('throttled')) });
  expect(answer).toMatchObject({ status: 'skipped', error: { code: 'budget_spent', retryable: true } });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('in the background a source that is never asked inline is asked', async () => {
  expect((await ask({ source: { inlineMs: 0 }, mode: 'background' })).answer).toEqual({ status: 'ok' });
});

test.each([
  ['busy', 'inline', { status: 'pending' }],
  ['busy', 'background', { status: 'rate_limited', error: { code: 'busy', retryable: true } }],
  ['retry_later', 'inline', { status: 'rate_limited', error: { code: 'retry_later', retryable: true } }],
  ['source_down', 'inline', { status: 'skipped', error: { code: 'source_down', retryable: true } }],
] as const)('a provider that cannot be asked (%s, %s) is told as such', async (code, mode, expected) => {
  const source = { ask: () => Promise.reject(new ProviderUnavailable(code, 1_000)) };
  expect((await ask({ source, mode })).answer).toMatchObject(expected);
});

test('a defect in a source fails that source alone, and tells callers nothing from inside', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { answer } = await ask({ source: { ask: () => Promise.reject(new TypeError('x is not a function')) } });
  expect(answer).toMatchObject({ status: 'error', error: { code: 'internal', retryable: true } });
  expect(JSON.stringify(answer)).not.toContain('not a function');
  expect(String(log.mock.calls[0]![0])).toContain('not a function');
});

test('a paid source is asked within the budget, and its real cost is settled', async () => {
  const source = { costUsd: 0.05, ask: () => Promise.resolve({ status: 'ok', costUsd: 0.02 }) } as Partial<Source>;
  expect(await ask({ source })).toEqual({ answer: { status: 'ok', costUsd: 0.02 }, money: [0.05, 0.02] });
  expect((await ask({ source, hasBudget: false })).answer).toMatchObject({
    status: 'skipped',
    error: { code: 'budget_spent' },
  });
});

test('a paid source whose cost nobody knows counts in full', async () => {
  const source = { costUsd: 0.05, backgroundMs: 0, ask: never };
  expect((await ask({ source })).money).toEqual([0.05]);
});

test('no source is waited for past the deadline of the whole fetch, however long it may take by itself', async () => {
  const source = { ask: never, inlineMs: 60_000, backgroundMs: 0 };
  const { answer } = await ask({ source, limits: { deadline: Date.now() + 30 } });
  expect(answer).toMatchObject({ status: 'timeout', error: { retryable: true } });
  expect((await ask({ source: { ...source, backgroundMs: 60_000 }, limits: { deadline: 0 } })).answer).toEqual({
    status: 'pending',
  });
});

describe('under a lease that another has taken over', () => {
  const heldBy = (confirm: () => Promise<boolean>, signal = new AbortController().signal) => ({ confirm, signal });

  test.each([
    ['lost', () => Promise.resolve(false)],
    ['unknown, since it cannot be renewed', () => Promise.reject(new Error('throttled'))],
  ])('a paid source is not asked (%s)', async (_, confirm) => {
    const asked = jest.fn(() => Promise.resolve<SourceAnswer>({ status: 'ok' }));
    const { answer, money } = await ask({ source: { ask: asked, costUsd: 0.02 }, limits: { lease: heldBy(confirm) } });
    expect(answer).toEqual({ status: 'pending' });
    expect([asked.mock.calls, money]).toEqual([[], []]);
  });

  test('no answer is waited for any more', async () => {
    const lost = new AbortController();
    const asking = ask({
      source: { ask: never, inlineMs: 60_000 },
      limits: { lease: heldBy(() => Promise.resolve(false), lost.signal) },
    });
    lost.abort();
    expect((await asking).answer).toEqual({ status: 'pending' });
  });
});
