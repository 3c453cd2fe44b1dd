import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  type FetchLimits,
  fetchSource,
  type FetchMode,
} from '../../../../functions/core/sources/providers/fetch-source.ts';
import type { SourceKeys } from '../../../../functions/core/sources/providers/keys.ts';
import type { ProviderClient } from '../../../../functions/core/sources/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../../functions/core/platform/rate-limit.ts';
import type { Source, SourceContext } from '../../../../functions/core/sources/source.ts';
import type { SourceAnswer } from '../../../../functions/core/record/source-answer.ts';
import { providerSettings } from '../../../../functions/core/sources/settings.ts';
import { createSourceSettings } from '../../../../functions/core/sources/providers/source-settings.ts';
import { settingsOf } from '../../../support/settings.ts';
import { contextOf } from '../../../support/source-context.ts';

const plain = {
  id: 'tranco',
  keys: [],
  inlineMs: 60,
  backgroundMs: 120,
  costUsd: 0,
  fetch: () => Promise.resolve({ status: 'ok' }),
} as unknown as Source;

interface Case {
  source?: Partial<Source>;
  mode?: FetchMode;
  environment?: Record<string, string>;
  keys?: SourceKeys;
  hasBudget?: boolean;
  http?: ProviderClient;
  reserve?: () => Promise<never>;
  limits?: Omit<FetchLimits, 'mode'>;
}

/** Fetches a source, and records the amounts that were reserved and settled. */
async function fetchWith({
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
  const answer = await fetchSource({ ...plain, ...source }, 'a.com', contextOf({ keys, ...(http && { http }) }), {
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

test('fetchSource returns the answer of the source', async () => {
  expect((await fetchWith({})).answer).toEqual({ status: 'ok' });
});

test('a disabled source is skipped without a request', async () => {
  const environment = { DISABLED_SOURCES: 'crux, tranco' };
  const { answer } = await fetchWith({
    environment,
    source: { fetch: () => Promise.reject(new Error('was requested')) },
  });
  expect(answer).toMatchObject({ status: 'skipped', error: { code: 'disabled', retryable: false } });
});

test('a source without its key is not_configured', async () => {
  const source = { keys: ['google-api-key'] as const } as Partial<Source>;
  expect((await fetchWith({ source })).answer).toEqual({ status: 'not_configured' });
  expect((await fetchWith({ source, keys: { 'google-api-key': 'k' } })).answer).toEqual({ status: 'ok' });
});

test('a source whose key cannot be read is a retryable error', async () => {
  const source = { keys: ['dataforseo-login', 'dataforseo-password'], fetch: never } satisfies Partial<Source>;
  const unavailable = { status: 'error', error: { code: 'keys_unavailable', retryable: true } };
  const unread = { 'dataforseo-login': null, 'dataforseo-password': null };
  expect((await fetchWith({ source, keys: unread })).answer).toMatchObject(unavailable);
  expect((await fetchWith({ source, keys: { ...unread, 'dataforseo-login': 'me' } })).answer).toMatchObject(
    unavailable,
  );
  // If one key is missing, the other one has no effect.
  expect((await fetchWith({ source, keys: { 'dataforseo-login': null } })).answer).toEqual({
    status: 'not_configured',
  });
});

test('a source that exceeds its inline time is pending if it has a background time', async () => {
  expect((await fetchWith({ source: { fetch: never } })).answer).toEqual({ status: 'pending' });
  expect((await fetchWith({ source: { inlineMs: 0 } })).answer).toEqual({ status: 'pending' });
});

test('a source that exceeds its time is a timeout without a background time and in the background', async () => {
  const timeout = { status: 'timeout', error: { code: 'timeout', retryable: true } };
  expect((await fetchWith({ source: { fetch: never, backgroundMs: 0 } })).answer).toMatchObject(timeout);
  expect((await fetchWith({ source: { fetch: never }, mode: 'background' })).answer).toMatchObject(timeout);
});

test('a late request is aborted before the answer is returned', async () => {
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
  const source = { fetch: (_domain: string, context: SourceContext) => context.http.request('', {} as never) as never };
  expect((await fetchWith({ source, http })).answer).toEqual({ status: 'pending' });
  expect(isEnded).toBe(true);
});

test('a paid source is skipped if the budget cannot be counted', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { answer } = await fetchWith({
    source: { costUsd: 0.05 },
    reserve: () => Promise.reject(new Error('throttled')),
  });
  expect(answer).toMatchObject({ status: 'skipped', error: { code: 'budget_spent', retryable: true } });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a source without an inline time is requested in the background', async () => {
  expect((await fetchWith({ source: { inlineMs: 0 }, mode: 'background' })).answer).toEqual({ status: 'ok' });
});

test.each([
  ['busy', 'inline', { status: 'pending' }],
  ['busy', 'background', { status: 'rate_limited', error: { code: 'busy', retryable: true } }],
  ['retry_later', 'inline', { status: 'rate_limited', error: { code: 'retry_later', retryable: true } }],
  ['source_down', 'inline', { status: 'skipped', error: { code: 'source_down', retryable: true } }],
] as const)('a provider that cannot be requested (%s, %s) results in its status', async (code, mode, expected) => {
  const source = { fetch: () => Promise.reject(new ProviderUnavailable(code, 1_000)) };
  expect((await fetchWith({ source, mode })).answer).toMatchObject(expected);
});

test('an unexpected error of a source is its answer, without internal details', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { answer } = await fetchWith({ source: { fetch: () => Promise.reject(new TypeError('x is not a function')) } });
  expect(answer).toMatchObject({ status: 'error', error: { code: 'internal', retryable: true } });
  expect(JSON.stringify(answer)).not.toContain('not a function');
  expect(String(log.mock.calls[0]![0])).toContain('not a function');
});

test('a paid source is requested within the budget, and its actual cost is settled', async () => {
  const source = { costUsd: 0.05, fetch: () => Promise.resolve({ status: 'ok', costUsd: 0.02 }) } as Partial<Source>;
  expect(await fetchWith({ source })).toEqual({ answer: { status: 'ok', costUsd: 0.02 }, money: [0.05, 0.02] });
  expect((await fetchWith({ source, hasBudget: false })).answer).toMatchObject({
    status: 'skipped',
    error: { code: 'budget_spent' },
  });
});

test('a paid source with an unknown cost counts its maximum cost', async () => {
  const source = { costUsd: 0.05, backgroundMs: 0, fetch: never };
  expect((await fetchWith({ source })).money).toEqual([0.05]);
});

test('a source is aborted at the deadline of the fetch', async () => {
  const source = { fetch: never, inlineMs: 60_000, backgroundMs: 0 };
  const { answer } = await fetchWith({ source, limits: { deadline: Date.now() + 30 } });
  expect(answer).toMatchObject({ status: 'timeout', error: { retryable: true } });
  expect((await fetchWith({ source: { ...source, backgroundMs: 60_000 }, limits: { deadline: 0 } })).answer).toEqual({
    status: 'pending',
  });
});

describe('under a lease that another instance has taken over', () => {
  const heldBy = (confirm: () => Promise<boolean>, signal = new AbortController().signal) => ({ confirm, signal });

  test.each([
    ['lost', () => Promise.resolve(false)],
    ['unknown, since it cannot be renewed', () => Promise.reject(new Error('throttled'))],
  ])('a paid source is not requested (%s)', async (_, confirm) => {
    const request = jest.fn(() => Promise.resolve<SourceAnswer>({ status: 'ok' }));
    const { answer, money } = await fetchWith({
      source: { fetch: request, costUsd: 0.02 },
      limits: { lease: heldBy(confirm) },
    });
    expect(answer).toEqual({ status: 'pending' });
    expect([request.mock.calls, money]).toEqual([[], []]);
  });

  test('a source in progress is pending immediately', async () => {
    const lost = new AbortController();
    const fetching = fetchWith({
      source: { fetch: never, inlineMs: 60_000 },
      limits: { lease: heldBy(() => Promise.resolve(false), lost.signal) },
    });
    lost.abort();
    expect((await fetching).answer).toEqual({ status: 'pending' });
  });
});
