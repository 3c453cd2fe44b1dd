import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHalfRateLimit } from '../../../../functions/core/sources/providers/provider-client.ts';
import {
  createProviderRateLimit,
  type ProviderRateLimit,
  ProviderUnavailable,
  type RateLimit,
  type RequestSlot,
} from '../../../../functions/core/platform/rate-limit.ts';
import { coordinationTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

/** Timers may end early by the age of the event loop's time. */
const TIMER_EARLY_MS = 5;

let keys = 0;
const tables = useOpened(() => createTestTables(coordinationTable));

/** Returns the rate limits of a new instance: for batches, and for all other requests. */
function limitsOf(now: () => number) {
  const others = createProviderRateLimit(tables.db, coordinationTable.name, now);
  return { others, batch: createHalfRateLimit(others, now) };
}

const newLimit = (rest: Omit<RateLimit, 'key'>): RateLimit => ({ key: `provider ${(keys += 1)}`, ...rest });
const failure = (taken: Promise<RequestSlot>) => taken.then(() => null).catch((error: unknown) => error);

type Kind = 'single' | 'batch';
interface Request {
  kind: Kind;
  start: number;
  /** `Infinity` while it runs. */
  end: number;
}

/** Requests at one moment of the simulated time, in this order, and their duration. */
interface Moment {
  requests: Kind[];
  tookMs: number;
}

const STEP_MS = 50;
const moments = (...requests: Kind[][]) =>
  fc.array(
    fc.record({
      requests: fc.constantFrom(...requests),
      tookMs: fc.integer({ min: 0, max: 8 }).map((n) => n * STEP_MS),
    }),
    {
      minLength: 20,
      maxLength: 40,
    },
  );

/** Sends requests over simulated time: each is sent if a slot is free at that moment, and dropped otherwise. */
async function play(limit: RateLimit, script: Moment[]): Promise<Request[]> {
  const clock = { now: 1_000_000 };
  const limits = limitsOf(() => clock.now);
  const sent: Request[] = [];
  const running = new Set<{ request: Request; slot: RequestSlot; until: number }>();
  for (const { requests, tookMs } of script) {
    for (const one of running) {
      if (one.until > clock.now) continue;
      running.delete(one);
      one.request.end = clock.now;
      await one.slot.end('answered');
    }
    for (const kind of requests) {
      const slot = await (kind === 'batch' ? limits.batch : limits.others).take(limit, 0).catch((error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error;
        return null;
      });
      if (!slot) continue;
      const request = { kind, start: clock.now, end: Infinity };
      sent.push(request);
      running.add({ request, slot, until: clock.now + tookMs });
    }
    clock.now += STEP_MS;
  }
  return sent;
}

const of = (kind: Kind, requests: Request[]) => requests.filter((request) => request.kind === kind);
const BOTH: Kind[][] = [
  ['single', 'batch'],
  ['batch', 'single'],
];
const ANY: Kind[][] = [...BOTH, [], ['single'], ['batch'], ['batch', 'batch', 'single']];

describe('at a provider with an interval', () => {
  const intervalMs = 3 * STEP_MS;

  test('no request is sent within the interval, and batches take at most every second slot', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...ANY), async (script) => {
        const sent = await play(newLimit({ intervalMs }), script);
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

  test('no slot is lost, and batches take at most half, when both send requests continuously', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...BOTH), async (script) => {
        const sent = await play(newLimit({ intervalMs }), script);
        const slots = Math.ceil(script.length / (intervalMs / STEP_MS));
        expect(sent).toHaveLength(slots);
        expect(of('batch', sent).length).toBeLessThanOrEqual(Math.ceil(slots / 2));
      }),
      { numRuns: 5 },
    );
  });

  test('batches take at most half of the slots when there are no other requests', async () => {
    const script = Array.from({ length: 60 }, (): Moment => ({ requests: ['batch'], tookMs: 0 }));
    expect(await play(newLimit({ intervalMs }), script)).toHaveLength(60 / (2 * (intervalMs / STEP_MS)));
  });

  test('waiting batches do not delay other requests', async () => {
    const { others, batch } = limitsOf(Date.now);
    const limit = newLimit({ intervalMs: 200 });
    const startedAt = Date.now();
    const starts: number[] = [];
    const note = async (taken: Promise<RequestSlot>) => {
      await (await taken).end('answered');
      starts.push(Date.now() - startedAt);
    };
    const batches = Array.from({ length: 5 }, () => note(batch.take(limit, 10_000)));
    // At most one batch request was sent before; the other batches do not occupy slots of the provider.
    await note(others.take(limit, 2 * limit.intervalMs));
    await note(others.take(limit, 2 * limit.intervalMs));
    await Promise.all(batches);
    starts.sort((a, b) => a - b);
    for (const [index, start] of starts.entries()) {
      expect(start).toBeGreaterThanOrEqual(index * limit.intervalMs - TIMER_EARLY_MS);
    }
    // The fifth batch has its slot after four times twice the interval.
    expect(starts.at(-1)).toBeGreaterThanOrEqual(8 * limit.intervalMs - TIMER_EARLY_MS);
  });

  test('a batch waits for both of its slots no longer than its maximum wait', async () => {
    const { others, batch } = limitsOf(Date.now);
    const limit = newLimit({ intervalMs: 600 });
    await (await batch.take(limit, 0)).end('answered');
    const waiting = others.take({ ...limit, intervalMs: 1_700 }, 5_000);
    // The next slot of batches is after 1,200 ms, and the provider's after 2,300 ms.
    expect(await failure(batch.take(limit, 1_500))).toMatchObject({ code: 'busy' });
    await waiting;
  });
});

describe('at a provider with one request at a time', () => {
  const limit = { intervalMs: STEP_MS, serial: true };

  test('requests never overlap, and batches pause after each request for its duration', async () => {
    await fc.assert(
      fc.asyncProperty(moments(...ANY), async (script) => {
        const sent = await play(newLimit(limit), script);
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

  test('each waiting request gets a slot', async () => {
    const { others, batch } = limitsOf(Date.now);
    const one = newLimit({ intervalMs: 0, serial: true });
    let running = 0;
    const most: number[] = [];
    const send = async (slots: ProviderRateLimit) => {
      const slot = await slots.take(one, 10_000);
      most.push((running += 1));
      await sleep(50);
      running -= 1;
      await slot.end('answered');
    };
    await Promise.all([batch, others, batch, others].map(send));
    expect(most).toEqual([1, 1, 1, 1]);
  });

  test('a batch that gets no slot of the provider releases its batch slot', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const one = newLimit(limit);
    const slot = await others.take(one, 0);
    expect(await failure(batch.take(one, 0))).toMatchObject({ code: 'busy' });
    clock.now += 2 * STEP_MS;
    await slot.end('answered');
    await expect(batch.take(one, 0)).resolves.toBeDefined();
  });

  test('a batch whose function has ended delays other requests no longer than any other request would', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const one = newLimit(limit);
    await batch.take(one, 0);
    clock.now += 61_000;
    await (await others.take(one, 0)).end('answered');
    clock.now += STEP_MS;
    await expect(batch.take(one, 0)).resolves.toBeDefined();
  });
});

describe('a pause of a provider', () => {
  const fail = async (slots: ProviderRateLimit, limit: RateLimit) => (await slots.take(limit, 0)).end('failed');

  test('applies to batches', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const limit = newLimit({ intervalMs: 0 });
    await (await others.take(limit, 0)).end({ retryAfterMs: 60_000 });
    expect(await failure(batch.take(limit, 0))).toMatchObject({ code: 'retry_later', waitMs: 60_000 });
    clock.now += 60_001;
    expect(await failure(batch.take(limit, 0))).toBeNull();
  });

  test('after failures applies to batches, whose failures are counted too', async () => {
    const clock = { now: 1_000_000 };
    const { others, batch } = limitsOf(() => clock.now);
    const limit = newLimit({ intervalMs: 0 });
    for (const slots of [batch, others, batch, others, batch]) await fail(slots, limit);
    for (const slots of [others, batch]) {
      expect(await failure(slots.take(limit, 0))).toMatchObject({ code: 'source_down', waitMs: 300_000 });
    }
    clock.now += 300_001;
    await (await batch.take(limit, 0)).end('answered');
    await fail(others, limit);
    expect(await failure(others.take(limit, 0))).toBeNull();
  });

  test('rejects a batch that waits for its slot', async () => {
    const { others, batch } = limitsOf(Date.now);
    // The pause has to begin in the second between the next slot and that of the batch.
    const limit = newLimit({ intervalMs: 1_000 });
    await (await batch.take(limit, 0)).end('answered');
    const waiting = failure(batch.take(limit, 5_000));
    await (await others.take(limit, 5_000)).end({ retryAfterMs: 60_000 });
    expect(await waiting).toMatchObject({ code: 'retry_later' });
  });
});
