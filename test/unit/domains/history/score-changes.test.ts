import { describe, expect, test } from '@jest/globals';
import { readScoreChange, scoreChanges } from '../../../../functions/core/domains/history/score-changes.ts';

const at = (day: number, seo_score: number | null, failed_audits: string[] | null = null) => ({
  ...{ key: `${day}`, captured_at: `2026-03-0${day}T00:00:00.000Z`, date: `2026-03-0${day}`, origin: 'scheduled' },
  ...{ seo_score, failed_audits },
});
const time = (day: number) => at(day, 0).captured_at;

test('a change of the score has the audits that began to fail, passed again, or have other numbers of items', () => {
  const snapshots = [
    at(3, 60, ['meta-description:0', 'link-text:8', 'canonical:1']),
    at(2, null),
    at(1, 83, ['link-text:2', 'canonical:1', 'image-alt:4']),
  ];
  expect(scoreChanges(snapshots)).toEqual([
    {
      ...{ captured_at: time(3), from: 83, to: 60 },
      audits: [
        { id: 'link-text', from: 2, to: 8 },
        { id: 'image-alt', from: 4, to: null },
        { id: 'meta-description', from: null, to: 0 },
      ],
    },
  ]);
});

test('a change has no audits if a snapshot was stored without them, and an unchanged score is not a change', () => {
  expect(scoreChanges([at(4, 70, []), at(3, 70, ['image-alt:1']), at(2, 50), at(1, 50)])).toEqual([
    { captured_at: time(3), from: 50, to: 70, audits: null },
  ]);
  expect(scoreChanges([])).toEqual([]);
});

describe('the change since a day', () => {
  const newestFirst = [at(8, null), at(7, 60, ['link-text:8']), at(5, 75, []), at(3, 83, ['image-alt:4']), at(2, null)];
  const history = {
    read: (_: string, { from, to, limit }: { from: string; to: string; limit: number }) => {
      const within = newestFirst.filter(({ captured_at }) => captured_at >= from && captured_at <= to);
      return Promise.resolve({ snapshots: within.slice(0, limit), truncated: within.length > limit });
    },
  };
  const since = (date: string) => readScoreChange('a.com', date, { history, now: () => Date.parse(time(9)) });

  test('compares the newest score with the last one that was known on that day', async () => {
    const audits = [
      { id: 'link-text', from: null, to: 8 },
      { id: 'image-alt', from: 4, to: null },
    ];
    const change = { captured_at: time(7), from: 83, to: 60 };
    expect(await since('2026-03-04')).toEqual({ ...change, audits: expect.arrayContaining(audits) });
    expect(await since('2026-03-05')).toMatchObject({ ...change, from: 75 });
  });

  test('is unknown if there is no earlier or no newer score', async () => {
    expect([await since('2026-03-02'), await since('2026-03-07'), await since('2026-12-01')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
