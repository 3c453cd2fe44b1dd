import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsageLimits, createApiKeys } from '../../../infra/local/api-keys.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const plan = { id: 'p', name: 'search-metrics-basic', requestsPerSecond: 1, burst: 60, monthlyQuota: 1_000 };

const readyMade = (value?: string) => ({ name: 'local-ready-made', planId: 'p', value });

function limits(quota = plan.monthlyQuota) {
  const keys = createApiKeys(join(dir, 'keys.json'));
  const key = keys.ensureReadyMade(readyMade());
  const clock = { now: Date.parse('2026-01-31T23:59:00Z') };
  const checkLimits = createUsageLimits([{ ...plan, monthlyQuota: quota }], keys, () => clock.now);
  return { keys, key, clock, ask: (times: number) => Array.from({ length: times }, () => checkLimits(key)) };
}

const allowed = (verdicts: string[]) => verdicts.filter((verdict) => verdict === 'allowed').length;

describe('60 requests a minute', () => {
  test('a full bucket allows 60 at once, then one per second', () => {
    const { ask, clock } = limits();
    expect(allowed(ask(61))).toBe(60);
    clock.now += 999;
    expect(ask(1)).toEqual(['THROTTLED']);
    clock.now += 1;
    expect(ask(2)).toEqual(['allowed', 'THROTTLED']);
  });

  test('a caller within 60 a minute is never rejected, for any distribution', () => {
    const { ask, clock } = limits();
    for (let minute = 0; minute < 5; minute += 1) {
      expect(allowed(ask(60))).toBe(60);
      clock.now += 60_000;
    }
  });
});

describe('the monthly quota', () => {
  test('rejects requests beyond it, and does not count throttled ones', () => {
    const { ask, clock } = limits(62);
    expect(allowed(ask(70))).toBe(60);
    clock.now += 10_000;
    expect(ask(3)).toEqual(['allowed', 'allowed', 'QUOTA_EXCEEDED']);
  });

  test('is reset at the start of the month (UTC)', () => {
    const { ask, clock } = limits(1);
    expect(ask(2)).toEqual(['allowed', 'QUOTA_EXCEEDED']);
    clock.now = Date.parse('2026-02-01T00:00:00Z');
    expect(ask(1)).toEqual(['allowed']);
  });

  test('is kept over a restart', () => {
    const { ask, keys, key } = limits(5);
    ask(3);
    keys.save();
    const reopened = createApiKeys(join(dir, 'keys.json'));
    expect(reopened.find(key.value)).toEqual(key);
    expect(reopened.used(key, '2026-01')).toBe(3);
  });
});

test('the default key is created once and kept, and replaced by a configured value', () => {
  const file = join(dir, 'keys.json');
  const made = createApiKeys(file).ensureReadyMade(readyMade());
  expect(createApiKeys(file).ensureReadyMade(readyMade()).value).toBe(made.value);
  const replaced = createApiKeys(file);
  const own = replaced.ensureReadyMade(readyMade('a-key-of-my-own-000000'));
  expect(replaced.find(own.value)).toEqual(own);
  expect(replaced.find(made.value)).toBeNull();
});

test('the reported usage is updated at the next report only', () => {
  const clock = { now: Date.parse('2026-01-10T00:00:00Z') };
  const keys = createApiKeys(join(dir, 'keys.json'), { lagMs: 60_000, now: () => clock.now });
  const key = keys.ensureReadyMade(readyMade());
  const counts = () => [keys.used(key, '2026-01-10'), keys.reported(key, '2026-01-10')];
  clock.now += 1_000_000;
  keys.count(key, '2026-01-10');
  clock.now += 59_999;
  expect(counts()).toEqual([1, 0]);
  clock.now += 1;
  expect(counts()).toEqual([1, 1]);
  keys.count(key, '2026-01-10');
  expect(counts()).toEqual([2, 1]);
  keys.setPlan(key.id, 'other');
  expect(counts()).toEqual([0, 0]);
});
