import { describe, expect, test } from '@jest/globals';
import { historyTable } from '../../../../functions/core/domains/history/respond.ts';
import { readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import { success } from '../../../../functions/core/platform/http/envelope.ts';
import { metricNames } from '../../../../functions/core/record/history-values.ts';
import { historyAnswer } from '../../../../functions/core/record/history-schema.ts';
import type { StoredSnapshot } from '../../../../functions/core/domains/store/domain-history.ts';
import { apiEvent } from '../../../support/api-event.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');

/** A snapshot of a day in November 2026. */
const on = (day: number, values: Partial<StoredSnapshot>): StoredSnapshot => {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return { key: `${date}T08:00:00.000Z`, captured_at: `${date}T08:00:00.000Z`, date, origin: 'scheduled', ...values };
};

async function answerOf(...newestFirst: StoredSnapshot[]) {
  const history = { read: () => Promise.resolve({ snapshots: newestFirst, truncated: false }) };
  const range = { text: '30d', amount: 30, unit: 'd' } as const;
  const answer = await readHistory({ domain: 'a.com', range, limit: 100 }, { history, now: () => NOW });
  return historyAnswer.parse(JSON.parse(JSON.stringify(answer)));
}
const changesOf = async (...newestFirst: StoredSnapshot[]) =>
  (await answerOf(...newestFirst)).snapshots.map(({ changes }) => changes);

test('the answer contains the window that was read and the requested range', async () => {
  const calls: unknown[] = [];
  const history = {
    read: (...given: unknown[]) => {
      calls.push(given);
      return Promise.resolve({ snapshots: [on(20, {})], truncated: false });
    },
  };
  const range = { text: '2w', amount: 2, unit: 'w' } as const;
  const answer = await readHistory({ domain: 'a.com', range, limit: 1 }, { history, now: () => NOW });
  const window = { from: '2026-11-07T00:00:00.000Z', to: '2026-11-21T09:00:00.000Z', limit: 1 };
  expect(calls).toEqual([['a.com', window, undefined]]);
  expect(answer).toMatchObject({ domain: 'a.com', range: '2w', ...window, count: 1, truncated: false });
});

test('a snapshot has every documented member, null if it was not known', async () => {
  // The schema has all of them.
  const [snapshot] = (await answerOf(on(20, { seo_score: 90, title: null }))).snapshots;
  const { captured_at, date, origin, seo_score, changes, ...unknown } = snapshot!;
  expect([captured_at, date, origin]).toEqual(['2026-11-20T08:00:00.000Z', '2026-11-20', 'scheduled']);
  expect([seo_score, changes]).toEqual([90, []]);
  expect(Object.values(unknown)).toEqual(Array(24).fill(null));
});

describe('changes', () => {
  test('are in the newer of two adjacent snapshots, for numbers and texts, zero included', async () => {
    const changes = await changesOf(
      on(3, { word_count: 0, title: 'New', seo_score: 90 }),
      on(2, { word_count: 120, title: 'Old', seo_score: 90 }),
    );
    expect(changes).toEqual([
      [
        { name: 'word_count', before: 120, after: 0 },
        { name: 'title', before: 'Old', after: 'New' },
      ],
      [],
    ]);
  });

  test('are compared with the last known value, so that an unknown value is not a change', async () => {
    const unknown = on(3, { title: null });
    expect(await changesOf(on(4, { title: 'A' }), unknown, on(2, { title: 'A' }))).toEqual([[], [], []]);
    expect(await changesOf(on(4, { title: 'B' }), unknown, on(2, { title: 'A' }))).toEqual([
      [{ name: 'title', before: 'A', after: 'B' }],
      [],
      [],
    ]);
  });

  test('are found for each metric separately: a backfilled rank does not hide a change of title', async () => {
    const changes = await changesOf(
      on(4, { title: 'B', tranco_rank: 7 }),
      on(3, { origin: 'backfill:tranco', tranco_rank: 9 }),
      on(2, { title: 'A', tranco_rank: 9 }),
    );
    expect(changes).toEqual([
      [
        { name: 'tranco_rank', before: 9, after: 7 },
        { name: 'title', before: 'A', after: 'B' },
      ],
      [],
      [],
    ]);
  });
});

describe('the summary', () => {
  test('contains the oldest and the newest known value', async () => {
    const { summary } = await answerOf(
      on(5, { tranco_rank: null }),
      on(4, { tranco_rank: 300 }),
      on(3, { tranco_rank: 100 }),
      on(2, { tranco_rank: 500 }),
      on(1, {}),
    );
    expect(summary.tranco_rank).toEqual({ first: 500, last: 300, min: 100, max: 500, change: -200 });
  });

  test('is null for every metric without known values', async () => {
    const nothing = { first: null, last: null, min: null, max: null, change: null };
    const { summary, count } = await answerOf();
    expect(count).toBe(0);
    expect(Object.keys(summary)).toHaveLength(17);
    for (const metric of Object.values(summary)) expect(metric).toEqual(nothing);
  });

  test('of one value contains that value and the change 0; zero is a value', async () => {
    const { summary } = await answerOf(on(4, { organic_count: 0 }), on(3, {}));
    expect(summary.organic_count).toEqual({ first: 0, last: 0, min: 0, max: 0, change: 0 });
  });

  test('has no floating-point errors', async () => {
    const { summary } = await answerOf(on(4, { open_page_rank: 4.3 }), on(3, { open_page_rank: 4.1 }));
    expect(summary.open_page_rank.change).toBe(0.2);
  });
});

describe('titles', () => {
  const LAMBDA_BYTES = 6 * 1024 * 1024;

  // Texts are escaped twice: in the answer, and in the function's response.
  test.each([
    ['letters', 'x'],
    ['three-byte characters', '站'],
    ['surrogate pairs', '🏕'],
    ['quotes', '"'],
    ['control characters', '\u0001'],
    ['lone surrogates', '\ud800'],
  ])('a thousand of the longest titles, of %s, with different values fit into one answer', async (_name, character) => {
    const stored = Array.from({ length: 1_000 }, (_, index): StoredSnapshot => {
      const numbers = metricNames.map((name) => [name, 1_000_000_000.123456 + index] as const);
      return {
        key: String(index),
        captured_at: new Date(NOW - index * 60_000).toISOString(),
        date: '2026-11-21',
        site_status: 'ok',
        origin: 'backfill:open_page_rank',
        ...Object.fromEntries(numbers),
        title: String(index).padStart(4, '0') + character.repeat(1_996),
        content_hash: String(index).padStart(64, '0'),
      };
    });
    const history = { read: () => Promise.resolve({ snapshots: stored, truncated: false }) };
    const range = { text: '10y', amount: 10, unit: 'y' } as const;
    const answer = await readHistory({ domain: 'a.com', range, limit: 1_000 }, { history, now: () => NOW });
    expect(answer.snapshots[0]!.changes).toHaveLength(18);
    const bytes = Buffer.byteLength(JSON.stringify(success(apiEvent('domain=a.com'), JSON.stringify(answer))));
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(LAMBDA_BYTES);
  });
});

test('the table has one row for each snapshot with the documented columns and the number of changes', async () => {
  const answer = await answerOf(on(3, { seo_score: 90, title: 'B' }), on(2, { title: 'A', seo_score: 80 }));
  const { header, rows } = historyTable(answer);
  const { changes: _, ...members } = answer.snapshots[0]!;
  expect(header).toEqual([...Object.keys(members), 'changes_total']);
  expect(rows[0]).toEqual([...Object.values(members), 2]);
  expect(rows[1]!.at(-1)).toBe(0);
});
