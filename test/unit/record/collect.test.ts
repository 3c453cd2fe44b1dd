import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { collectRecord } from '../../../functions/shared/record/collect.ts';
import type { DomainRecord, Sections } from '../../../functions/shared/record/record.ts';
import type { Network } from '../../../functions/shared/network/network.ts';
import type { Source, SourceAnswer } from '../../../functions/shared/sources/source.ts';

const T1 = Date.parse('2026-11-01T08:00:00Z');
const T2 = Date.parse('2026-11-02T08:00:00Z');
const network = {} as Network;

const tls: Sections['tls'] = {
  valid: true,
  protocol: 'TLSv1.3',
  issuer: 'CA',
  subject: 'a.com',
  valid_from: null,
  valid_to: null,
  days_remaining: null,
  error: null,
};

function source(id: string, fields: (keyof Sections)[], ask: () => Promise<SourceAnswer>, timeoutMs = 1_000): Source {
  return { id, fields, attribution: null, isEvidence: true, timeoutMs, ask };
}

const good = source('tls', ['tls'], () => Promise.resolve({ status: 'ok', sections: { tls } }));
const failing = source('tls', ['tls'], () =>
  Promise.resolve({ status: 'error', error: { code: 'connection_reset', message: 'reset', retryable: true } }),
);

const collect = (sources: Source[], previous: DomainRecord | null, now: number) =>
  collectRecord('a.com', previous, sources, { network, now: () => now });

afterEach(() => {
  jest.restoreAllMocks();
});

test('every documented section is present, null where no source has filled it', async () => {
  const { record } = await collect([good], null, T1);
  expect(record.tls).toEqual(tls);
  expect(record).toMatchObject({ page: null, organic: null, top_keywords: null, seo_score: null, complete: true });
});

test('a failure never erases data: the last good section stays, with its own time and the error', async () => {
  const first = await collect([good], null, T1);
  const second = await collect([failing], first.record, T2);
  expect(second.record.tls).toEqual(tls);
  expect(second.record.complete).toBe(false);
  expect(second.record.sources[0]).toMatchObject({
    status: 'error',
    from_cache: true,
    fetched_at: '2026-11-01T08:00:00.000Z',
    error: { code: 'connection_reset' },
  });
});

test('a kept section survives any number of failures, and a success replaces it', async () => {
  const first = await collect([good], null, T1);
  const second = await collect([failing], first.record, T2);
  const third = await collect([failing], second.record, T2);
  expect(third.record.sources[0]).toMatchObject({ from_cache: true, fetched_at: '2026-11-01T08:00:00.000Z' });
  const fourth = await collect([good], third.record, T2);
  expect(fourth.record.sources[0]).toMatchObject({ from_cache: false, fetched_at: '2026-11-02T08:00:00.000Z' });
});

test('a source that now says there is nothing clears its section: that is an answer, not a failure', async () => {
  const first = await collect([good], null, T1);
  const empty = source('tls', ['tls'], () => Promise.resolve({ status: 'empty' }));
  const { record } = await collect([empty], first.record, T2);
  expect(record.tls).toBeNull();
  expect(record.sources[0]).toMatchObject({ status: 'empty', from_cache: false });
});

describe('what came of it is told apart', () => {
  const empty = source('dns', ['dns'], () => Promise.resolve({ status: 'empty' }));

  test('no source answered', async () => {
    expect(await collect([failing], null, T1)).toMatchObject({ answered: false, found: false });
  });

  test('a source answered that it knows nothing', async () => {
    expect(await collect([failing, empty], null, T1)).toMatchObject({ answered: true, found: false });
  });

  test('a source found something', async () => {
    expect(await collect([failing, good], null, T1)).toMatchObject({ answered: true, found: true });
  });

  test('what a source without evidence found does not show that there is a domain', async () => {
    expect(await collect([{ ...good, isEvidence: false }], null, T1)).toMatchObject({ answered: true, found: false });
  });
});

test('a source that is slower than its timeout is reported as such and holds nobody up', async () => {
  const slow = source('slow', ['page'], () => new Promise(() => {}), 50);
  const { record } = await collect([slow, good], null, T1);
  expect(record.sources.map(({ status }) => status)).toEqual(['timeout', 'ok']);
  expect(record.sources[0]).toMatchObject({ error: { code: 'timeout', retryable: true } });
});

test('a defect in a source fails that source alone and tells the caller nothing from inside', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const broken = source('broken', ['page'], () => Promise.reject(new TypeError('x is not a function')));
  const { record } = await collect([broken, good], null, T1);
  expect(record.tls).toEqual(tls);
  expect(record.sources[0]).toMatchObject({ status: 'error', error: { code: 'internal' } });
  expect(JSON.stringify(record)).not.toContain('not a function');
});

test('sources are asked side by side', async () => {
  const order: string[] = [];
  const step = (id: string) =>
    source(id, ['page'], async () => {
      order.push(`${id} asked`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${id} answered`);
      return { status: 'empty' };
    });
  await collect([step('a'), step('b')], null, T1);
  expect(order).toEqual(['a asked', 'b asked', 'a answered', 'b answered']);
});
