import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createDomainList,
  type DomainList,
  type DomainPage,
} from '../../../../functions/core/domains/schedule/domain-list.ts';
import {
  createFollowCounts,
  createFollowedDomains,
} from '../../../../functions/core/domains/schedule/followed-domains.ts';
import {
  dayNumber,
  PAST_DAYS,
  type PastPoint,
  type ScheduleItem,
  storedRow,
  yearBefore,
} from '../../../../functions/core/domains/schedule/stored-row.ts';
import type { RecordRow } from '../../../../functions/core/record/record-row.ts';
import type { TableModel } from '../../../../infra/local/template/service-model.ts';
import { createTestTables, rowsIndex, scheduleTable } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const table = (name: string): TableModel => ({
  ...scheduleTable,
  name,
  indexes: [...scheduleTable.indexes!, rowsIndex],
});
const tables = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'].map((name) =>
  table(`schedule-${name}`),
);
let list: DomainList;
let used = 0;
const opened = useOpened(() => createTestTables(...tables));
beforeEach(() => {
  list = createDomainList(opened.db, tables[used++]!.name);
});

/** Row of a name without stored data. */
const unknown = { followed: false, blocked: false, row: null, site: null, tags: [] };
const namesOf = (page: DomainPage) => page.domains.map(({ domain }) => domain);

/** Returns the names of all pages. */
async function allPages(limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const page: DomainPage = await list.page(after, limit);
    expect(page.domains.length).toBeLessThanOrEqual(limit);
    found.push(...namesOf(page));
    after = page.next;
    more = after !== null;
  }
  return found;
}

describe('the list', () => {
  test('contains each name once, in order, for any page size', async () => {
    const names = ['1.com', '9gag.com', '_x.net', 'a.b', 'a.com', 'a-b.com', 'ab.com', 'abc.com', 'b.com', 'ba.org']
      .concat(['xn--bcher-kva.example', 'z.com', 'zz.com', 'shop.example', 'shopping.example', 'sh.example'])
      .toSorted();
    await Promise.all(names.map((name) => list.add(name)));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (limit) => {
        expect(await allPages(limit)).toEqual(names);
      }),
      { numRuns: 40 },
    );
  });

  test('has no next page after a page that is full with the last name', async () => {
    await list.add('a.com');
    await list.add('b.com');
    const listed = (domain: string) => ({ ...unknown, domain });
    expect(await list.page(null, 2)).toEqual({ domains: [listed('a.com'), listed('b.com')], next: null });
    expect(await list.page(null, 1)).toEqual({ domains: [listed('a.com')], next: 'a.com' });
  });

  test('continues after a name that was deleted', async () => {
    await list.add('a.com');
    await list.add('c.com');
    const page = await list.page('b.com', 5);
    expect([namesOf(page), page.next]).toEqual([['c.com'], null]);
  });
});

const DAY = Date.parse('2026-11-01T08:00:00Z');
const DAY_NUMBER = dayNumber(DAY);
const at = (day: number, hour = 0) => new Date(DAY + day * 86_400_000 + hour * 3_600_000).toISOString();
const rowAt = (updatedAt: string, values: Partial<RecordRow> = {}): RecordRow => ({
  updated_at: updatedAt,
  seo_score: 90,
  score_of: null,
  score_error: null,
  tranco_rank: 1_000,
  organic_etv: null,
  tls_valid_to: null,
  registration_expires_at: null,
  failed_sources: 0,
  excluded: false,
  ...values,
});
const rowOf = async (domain: string) => (await list.page(null, 100)).domains.find((one) => one.domain === domain)?.row;

describe('the row of a domain', () => {
  test('has all values of the last fetch', async () => {
    const row = rowAt(at(3, 2), {
      seo_score: 85,
      score_of: at(0),
      score_error: 'http_503',
      tranco_rank: null,
      failed_sources: 2,
    });
    const ends = { organic_etv: 1_234.5, tls_valid_to: at(60), registration_expires_at: at(-1), excluded: true };
    await list.writeRow('a.com', { ...row, ...ends }, 'new');
    expect(await rowOf('a.com')).toEqual({ ...row, ...ends, past: [], year: { from: expect.any(Number), scores: [] } });
  });

  test('has weekly values of earlier days, of at most three months', async () => {
    await list.writeRow('a.com', rowAt(at(0), { seo_score: 70, tranco_rank: null }), 'new');
    expect((await rowOf('a.com'))?.past).toEqual([]);
    for (const day of [3, 3.1, 5, 9, 10]) await list.writeRow('a.com', rowAt(at(day), { seo_score: 70 + day }));
    expect((await rowOf('a.com'))?.past).toEqual([
      [DAY_NUMBER, 70, null],
      [DAY_NUMBER + 9, 79, 1_000],
    ]);
    await list.writeRow('a.com', rowAt(at(95)));
    expect((await rowOf('a.com'))?.past).toEqual([[DAY_NUMBER + 9, 79, 1_000]]);
  });

  test('that was stored without past values gets them once', async () => {
    await list.writeRow('a.com', rowAt(at(0)));
    await list.writeRow('a.com', rowAt(at(8)));
    expect((await rowOf('a.com'))?.past).toBe(null);
    const past: PastPoint[] = [[DAY_NUMBER, 90, null]];
    await list.writePastValues('a.com', { past, year: Uint8Array.of(80, 81) });
    await list.writePastValues('a.com', { past: [], year: new Uint8Array() });
    await list.writePastValues('unknown.com', { past: [], year: new Uint8Array() });
    expect(await rowOf('a.com')).toMatchObject({ past, year: { scores: [80, 81] } });
    expect(await rowOf('unknown.com')).toBe(undefined);
  });

  test('has the last score that was known every 28 days of a year, of at most twelve such days', async () => {
    const scoreOn = (day: number) => Math.floor(day / 50) % 101;
    await list.writeRow('a.com', rowAt(at(0), { seo_score: scoreOn(0) }), 'new');
    for (let day = 1; day <= 460; day += day % 2 === 0 ? 5 : 8) {
      await list.writeRow('a.com', rowAt(at(day), { seo_score: scoreOn(day) }));
    }
    const row = (await rowOf('a.com'))!;
    const year = row.year!.scores.map((score, index) => [row.year!.from + 28 * index - DAY_NUMBER, score]);
    const last = dayNumber(Date.parse(row.updated_at)) - DAY_NUMBER;
    expect(year).toHaveLength(12);
    expect(last - year[0]![0]!).toBeGreaterThan(365);
    expect(last - year.at(-1)![0]!).toBeLessThan(PAST_DAYS + 28);
    // Values of earlier days are at least a week apart, so that the last one is up to two weeks old.
    const ofDays = (day: number) => Array.from({ length: 15 }, (_, before) => scoreOn(day - before));
    for (const [day, score] of year) expect(ofDays(day!)).toContain(score);
  });

  test('of an older record does not overwrite that of a newer one', async () => {
    await list.writeRow('a.com', rowAt(at(3), { seo_score: 80 }));
    await list.writeRow('a.com', rowAt(at(1), { seo_score: 10 }));
    expect(await rowOf('a.com')).toMatchObject({ updated_at: at(3), seo_score: 80 });
  });

  test('of an old record is not stored if the domain was deleted or blocked in the meantime', async () => {
    await list.writeRow('gone.com', rowAt(at(0)), 'old');
    await list.add('blocked.com');
    const followed = createFollowedDomains(opened.db, tables[used - 1]!.name, 10);
    await followed.block('blocked.com');
    await list.writeRow('blocked.com', rowAt(at(0)), 'old');
    expect((await list.page(null, 10)).domains).toEqual([{ ...unknown, domain: 'blocked.com', blocked: true }]);
  });

  test('has the values of the last crawl, also if the domain has no record', async () => {
    const before = { ended_at: at(1), health: 90 };
    const found = { health: 87, complete: true, errors: 3, warnings: 12, before };
    await list.writeSite('a.com', { ended_at: at(2), ...found });
    await list.writeSite('a.com', {
      ended_at: at(1),
      health: 100,
      complete: true,
      errors: 0,
      warnings: 0,
      before: null,
    });
    expect((await list.page(null, 10)).domains).toEqual([
      { ...unknown, domain: 'a.com', site: { ended_at: at(2), ...found } },
    ]);
    await list.writeSite('a.com', { ended_at: at(3), ...found, complete: false });
    expect((await list.page(null, 10)).domains).toMatchObject([
      { domain: 'a.com', site: { ended_at: at(3), ...found, complete: false } },
    ]);
  });

  test('is deleted with the domain, also if its block stays', async () => {
    const followed = createFollowedDomains(opened.db, tables[used - 1]!.name, 10);
    for (const domain of ['a.com', 'b.com']) {
      await list.writeRow(domain, rowAt(at(0)));
      await list.writeSite(domain, {
        ended_at: at(0),
        health: null,
        complete: true,
        errors: 1,
        warnings: 2,
        before: null,
      });
    }
    await followed.block('b.com');
    for (const domain of ['a.com', 'b.com']) await followed.deleteDomain(domain);
    expect((await list.page(null, 10)).domains).toEqual([{ ...unknown, domain: 'b.com', blocked: true }]);
  });

  test('has at most 400 bytes, and 700 in the index with the longest name, for any values', () => {
    const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    const value = fc.option(fc.integer({ min: 0, max: 10_000_000 }));
    const code = fc.option(
      fc.constantFrom('http_503', 'paid_not_requested', 'name_lookup_failed', 'address_not_public'),
    );
    fc.assert(
      fc.property(time, fc.option(fc.integer({ min: 0, max: 100 })), value, code, (when, score, rank, scoreError) => {
        const fetched = when.toISOString();
        const ends = { tls_valid_to: fetched, registration_expires_at: fetched };
        const row = rowAt(fetched, {
          seo_score: score,
          tranco_rank: rank,
          score_error: scoreError,
          score_of: fetched,
          failed_sources: 19,
          organic_etv: rank,
          excluded: true,
          ...ends,
        });
        const weeks = Array.from({ length: 13 }, (_, week): PastPoint => [
          dayNumber(when.getTime()) - 91 + 7 * week,
          score,
          rank,
        ]);
        const before = {
          ...storedRow(row, null),
          past: weeks,
          year: yearBefore([[-1000, 100, null]], dayNumber(when.getTime())),
        };
        const item: ScheduleItem = {
          domain: 'a'.repeat(253),
          initial: 'a',
          due_shard: '15',
          is_blocked: true,
          row: storedRow(row, before),
        };
        expect(sizeOf(item.row)).toBeLessThanOrEqual(400);
        expect(sizeOf(item)).toBeLessThanOrEqual(700);
      }),
    );
  });
});

/**
 * As DynamoDB counts
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, each) => sum + 1 + sizeOf(each), 0);
  const sizes = Object.entries(value).map(([name, member]) => Buffer.byteLength(name) + sizeOf(member));
  return sizes.reduce((sum, size) => sum + size, 0) + ('at' in value ? 3 + sizes.length : 0);
}

test('states and counts are those of the schedule, without the item of the counter', async () => {
  const db = opened.db;
  const { name } = tables[used - 1]!;
  const followed = createFollowedDomains(db, name, 10);
  const now = Date.parse('2026-11-01T08:00:00Z');
  await followed.follow('a.com', now);
  await followed.block('b.com');
  await list.add('a.com');
  await list.addTags('a.com', ['shop']);
  expect(await list.states(['a.com', 'b.com', 'c.com'])).toEqual(
    new Map([
      [
        'a.com',
        {
          followed: true,
          blocked: false,
          nextSnapshotAt: expect.stringMatching(/^2026-11-0[12]T/),
          lastRequestedOn: '2026-11-01',
          tags: ['shop'],
        },
      ],
      ['b.com', { followed: false, blocked: true, nextSnapshotAt: null, lastRequestedOn: null, tags: [] }],
      ['c.com', { followed: false, blocked: false, nextSnapshotAt: null, lastRequestedOn: null, tags: [] }],
    ]),
  );
  expect(await list.page(null, 10)).toEqual({
    domains: [{ ...unknown, domain: 'a.com', followed: true, tags: ['shop'] }],
    next: null,
  });
  const counts = createFollowCounts(db, name);
  expect([await counts.followed(), await counts.due(now - 1), await counts.due(now + 2 * 86_400_000)]).toEqual([
    1, 0, 1,
  ]);
});
