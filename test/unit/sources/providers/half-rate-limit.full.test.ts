import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHalfRateLimit } from '../../../../functions/core/sources/providers/provider-client.ts';
import {
  createProviderRateLimit,
  type Pace,
  type ProviderRateLimit,
  ProviderUnavailable,
  type RequestSlot,
} from '../../../../functions/core/platform/rate-limit.ts';
import { coordinationTable, openTables, type TestTables } from '../../../support/dynamodb.ts';

/** Timers count from when their loop last looked at the clock. */
const TIMER_EARLY_MS = 5;

let tables: TestTables;
let keys = 0;
beforeAll(async () => {
  tables = await openTables(coordinationTable);
});
afterAll(() => tables.close());

/** As an instance of its own has them: of all others, and of batches. */
function limitsOf(now: () => number) {
  const others = createProviderRateLimit(tables.db, coordinationTable.name, now);
  return { others, batch: createHalfRateLimit(others, now) };
}

const newPace = (rest: Omit<Pace, 'key'>): Pace => ({ key: `provider ${(keys += 1)}`, ...rest });
const failure = (taken: Promise<RequestSlot>) => taken.then(() => null).catch((error: unknown) => error);

type Who = 'single' | 'batch';
interface Request {
  who: Who;
  start: number;
  /** `Infinity` while it runs. */
  end: number;
}

/** Who asks at one moment of the simulated time, in this order, and how long their requests take. */
interface Moment {
  asks: Who[];
  tookMs: number;
}

const STEP_MS = 50;
const moments = (...asks: Who[][]) =>
  fc.array(
    fc.record({ asks: fc.constantFrom(...asks), tookMs: fc.integer({ min: 0, max: 8 }).map((n) => n * STEP_MS) }),
    {
      minLength: 20,
      maxLength: 40,
    },
  );

/** Plays requests over simulated time: each is sent if it is its turn at that very moment, or not at all. */
async function play(pace: Pace, script: Moment[]): Promise<Request[]> {
  const clock = { now: 1_000_000 };
  const limits = limitsOf(() => clock.now);
  const sent: Request[] = [];
  const running = new Set<{ request: Request; slot: RequestSlot; until: number }>();
  for (const { asks, tookMs } of script) {
    for (const one of running) {
      if (one.until > clock.now) continue;
      running.delete(one);
      one.request.end = clock.now;
      await one.slot.end('answered');
    }
    for (const who of asks) {
      const slot = await (who === 'batch' ? limits.batch : limits.others).take(pace, 0).catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error;
        return null;
      });
      if (!slot) continue;
      const request = { who, start: clock.now, end: Infinity };
      sent.push(request);
      running.add({ request, slot, until: clock.now + tookMs });
    }
    clock.now += STEP_MS;
  }
  return sent;
}

const of = (who: Who, requests: Request[]) => requests.filter((request) => request.who === who);
const BOTH: Who[][] = [
  ['single', 'batch'],
  ['batch', 'single'],
];
const ANY: Who[][] = [...BOTH, [], ['single'], ['batch'], ['batch', 'batch', 'single']];

describe('at a provider with a pace', () => {
  const intervalMs = 3 * STEP_MS;

  test('no request is sent inside the pace, and batches take every second turn at most', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...ANY), async (script) => {
        const sent = await play(newPace({ intervalMs }), script);
        for (const [index, { start }] of sent.slice(1).entries()) {
          expect(start - sent[index]!.start).toBeGreaterThanOrEqual(intervalMs);
        }
        const batches = of('batch', sent);
        for (const [index, { start }] of batches.slice(1).entries()) {
          expect(start - batches[index]!.start).toBeGreaterThanOrEqual(2 * intervalMs);
        }
      }),
      { numRuns: 5 },
    );
  });

  test('where both ask all the time no turn is lost, and batches get no more of them than others', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...BOTH), async (script) => {
        const sent = await play(newPace({ intervalMs }), script);
        const turns = Math.ceil(script.length / (intervalMs / STEP_MS));
        expect(sent).toHaveLength(turns);
        expect(of('batch', sent).length).toBeLessThanOrEqual(Math.ceil(turns / 2));
      }),
      { numRuns: 5 },
    );
  });

  test('batches get no more than half where nobody else asks', async () => {
    const script = Array.from({ length: 60 }, (): Moment => ({ asks: ['batch'], tookMs: 0 }));
    expect(await play(newPace({ intervalMs }), script)).toHaveLength(60 / (2 * (intervalMs / STEP_MS)));
  });

  test('many batches that wait for their turns hold up nobody else', async () => {
    const { others, batch } = limitsOf(Date.now);
    const pace = newPace({ intervalMs: 200 });
    const begun = Date.now();
    const starts: number[] = [];
    const note = async (taken: Promise<RequestSlot>) => {
      await (await taken).end('answered');
      starts.push(Date.now() - begun);
    };
    const batches = Array.from({ length: 5 }, () => note(batch.take(pace, 10_000)));
    // Of the batches one at most has gone before, and the turns of the others are not in the way.
    await note(others.take(pace, 2 * pace.intervalMs));
    await note(others.take(pace, 2 * pace.intervalMs));
    await Promise.all(batches);
    starts.sort((a, b) => a - b);
    for (const [index, start] of starts.entries()) {
      expect(start).toBeGreaterThanOrEqual(index * pace.intervalMs - TIMER_EARLY_MS);
    }
    // The fifth batch has its turn after four times twice the interval.
    expect(starts.at(-1)).toBeGreaterThanOrEqual(8 * pace.intervalMs - TIMER_EARLY_MS);
  });

  test('a batch waits no longer than it may, for both of its turns together', async () => {
    const { others, batch } = limitsOf(Date.now);
    const pace = newPace({ intervalMs: 600 });
    await (await batch.take(pace, 0)).end('answered');
    const line = others.take({ ...pace, intervalMs: 1_700 }, 5_000);
    // Its next turn among batches comes after 1,200 ms, and the provider's after 2,300 ms.
    expect(await failure(batch.take(pace, 1_500))).toMatchObject({ code: 'busy' });
    await line;
  });
});

describe('at a provider that gets one request at a time', () => {
  const pace = { intervalMs: STEP_MS, serial: true };

  test('there is never more than one, and batches rest after each of theirs for as long as it took', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...ANY), async (script) => {
        const sent = await play(newPace(pace), script);
        for (const [index, { start }] of sent.slice(1).entries()) {
          expect(start).toBeGreaterThanOrEqual(sent[index]!.end);
        }
        const batches = of('batch', sent);
        for (const [index, next] of batches.slice(1).entries()) {
          const { start, end } = batches[index]!;
          expect(next.start - end).toBeGreaterThanOrEqual(end - start);
        }
      }),
      { numRuns: 5 },
    );
  });

  test('of those who wait for it, be they batches or not, each gets its turn', async () => {
    const { others, batch } = limitsOf(Date.now);
    const one = newPace({ intervalMs: 0, serial: true });
    let underWay = 0;
    const most: number[] = [];
    const ask = async (limit: ProviderRateLimit) => {
      const slot = await limit.take(one, 10_000);
      most.push((underWay += 1));
      await sleep(50);
      underWay -= 1;
      await slot.end('answered');
    };
    await Promise.all([batch, others, batch, others].map(ask));
    expect(most).toEqual([1, 1, 1, 1]);
  });

  test('a batch that waits for the provider in vain leaves its turn to the next', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const one = newPace(pace);
    const slot = await others.take(one, 0);
    expect(await failure(batch.take(one, 0))).toMatchObject({ code: 'busy' });
    clock.now += 2 * STEP_MS;
    await slot.end('answered');
    await expect(batch.take(one, 0)).resolves.toBeDefined();
  });

  test('a batch that has died holds up nobody else for longer than any other would', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const one = newPace(pace);
    await batch.take(one, 0);
    clock.now += 61_000;
    await (await others.take(one, 0)).end('answered');
    clock.now += STEP_MS;
    await expect(batch.take(one, 0)).resolves.toBeDefined();
  });
});

describe('what stops a provider', () => {
  const fail = async (limit: ProviderRateLimit, pace: Pace) => (await limit.take(pace, 0)).end('failed');

  test('stops it for batches too', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const pace = newPace({ intervalMs: 0 });
    await (await others.take(pace, 0)).end({ retryAfterMs: 60_000 });
    expect(await failure(batch.take(pace, 0))).toMatchObject({ code: 'retry_later', waitMs: 60_000 });
    clock.now += 60_001;
    expect(await failure(batch.take(pace, 0))).toBeNull();
  });

  test('is also what batches are told, and counts for all', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const pace = newPace({ intervalMs: 0 });
    for (const limit of [batch, others, batch, others, batch]) await fail(limit, pace);
    for (const limit of [others, batch]) {
      expect(await failure(limit.take(pace, 0))).toMatchObject({ code: 'source_down', waitMs: 300_000 });
    }
    clock.now += 300_001;
    await (await batch.take(pace, 0)).end('answered');
    await fail(others, pace);
    expect(await failure(others.take(pace, 0))).toBeNull();
  });

  test('stops a batch that waits for its turn when it comes', async () => {
    const { others, batch } = limitsOf(Date.now);
    const pace = newPace({ intervalMs: 100 });
    await (await batch.take(pace, 0)).end('answered');
    const waiting = failure(batch.take(pace, 5_000));
    await (await others.take(pace, 5_000)).end({ retryAfterMs: 60_000 });
    expect(await waiting).toMatchObject({ code: 'retry_later' });
  });
});
