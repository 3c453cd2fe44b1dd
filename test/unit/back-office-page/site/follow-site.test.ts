import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../../functions/back-office/page/src/api/client.ts';
import {
  type CrawlSample,
  type FollowedSite,
  followSite,
  speedOf,
  withSample,
} from '../../../../functions/back-office/page/src/domain/site/follow-site.ts';
import type { SiteState } from '../../../../functions/back-office/contract.ts';

const site = (poll_after_seconds: number | null) =>
  ({ audit: { poll_after_seconds }, most_pages: 5_000 }) as unknown as SiteState;
const NEVER: SiteState = { audit: null, most_pages: 5_000, page_limit: null, past_issues: [] };

/** Follows a site whose polls return the given states or errors in order. */
async function follow(polls: (SiteState | Error)[]) {
  const states: FollowedSite[] = [];
  const waits: number[] = [];
  await followSite(
    { state: null, trouble: null, waitSeconds: null },
    {
      load: () => {
        const next = polls.shift()!;
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      pause: (ms) => Promise.resolve(void waits.push(ms / 1_000)),
      onChange: (state) => states.push(state),
      signal: new AbortController().signal,
    },
  );
  return { states, last: states.at(-1)!, waits, left: polls.length };
}

test('a crawl is polled every two to three seconds until it has ended', async () => {
  const { waits, last } = await follow([site(0), site(7), site(300), site(null)]);
  expect(waits).toEqual([2, 3, 3]);
  expect(last).toEqual({ state: site(null), trouble: null, waitSeconds: null });
});

test('a site that was never crawled is requested once', async () => {
  expect(await follow([NEVER, NEVER])).toMatchObject({ waits: [], left: 1, last: { state: NEVER } });
});

test.each([
  ['no connection', new ApiError('', { code: 'unreachable', retryable: true })],
  ['an error of the service', new ApiError('', { code: 'internal', status: 500, retryable: false })],
])('%s is reported, keeps the known data, and is cleared by a later poll', async (_, error) => {
  const { states, waits, last } = await follow([site(3), error, error, site(null)]);
  expect(states[1]).toEqual({ state: site(3), trouble: error, waitSeconds: 10 });
  expect(waits).toEqual([3, 10, 10]);
  expect(last.trouble).toBeNull();
});

test('a persistent error is reported once and not retried', async () => {
  const error = new ApiError('', { code: 'invalid_parameter', status: 422, retryable: false });
  expect(await follow([error, site(null)])).toMatchObject({ last: { trouble: error, waitSeconds: null }, left: 1 });
});

test('an answer after the view was closed is ignored', async () => {
  const leaving = new AbortController();
  const states: FollowedSite[] = [];
  await followSite(
    { state: null, trouble: null, waitSeconds: null },
    {
      load: () => {
        leaving.abort();
        return Promise.resolve(site(3));
      },
      pause: () => Promise.resolve(),
      onChange: (state) => states.push(state),
      signal: leaving.signal,
    },
  );
  expect(states).toEqual([]);
});

describe('the speed of a crawl', () => {
  const speedAfter = (...fetched: number[]) =>
    speedOf(
      fetched.reduce<readonly CrawlSample[]>(
        (samples, count, index) => withSample(samples, { at: index * 2_000, fetched: count }),
        [],
      ),
    );

  test('is that of the last ten polls', () => {
    expect(speedAfter(0, 2, 4)).toBe(1);
    expect(speedAfter(...Array.from({ length: 30 }, (_, index) => (index < 20 ? 0 : (index - 19) * 8)))).toBe(4);
  });

  test('is unknown before any progress and when another crawl begins', () => {
    expect(speedAfter(0)).toBeNull();
    expect(speedAfter(5, 5, 5)).toBeNull();
    expect(speedAfter(50, 60, 0)).toBeNull();
  });

  test('does not change while the service returns the same progress', () => {
    const samples = [{ at: 0, fetched: 3 }];
    expect(withSample(samples, { at: 0, fetched: 3 })).toBe(samples);
  });
});
