import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import { holdLease } from '../../../../functions/core/platform/leases.ts';
import type { FetchLeases } from '../../../../functions/core/platform/coordination.ts';

let warn: jest.SpiedFunction<typeof console.warn>;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

/** A lease that cannot be ended: DynamoDB is down. */
const leases = {
  renewEveryMs: 1_000,
  release: () => Promise.reject(new Error('throttled')),
} as unknown as FetchLeases;
const lease = { leases, name: 'a.com', holder: 'me' };

test('work that is done is done, although its lease cannot be ended', async () => {
  expect(await holdLease(lease, () => Promise.resolve('stored'))).toBe('stored');
  expect(warn).toHaveBeenCalledTimes(1);
});

test('of work that fails the failure is told, although its lease cannot be ended', async () => {
  const failing = () => Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered' }));
  await expect(holdLease(lease, failing)).rejects.toThrow('nobody answered');
  expect(warn).toHaveBeenCalledTimes(1);
});
