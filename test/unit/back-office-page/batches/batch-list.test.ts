import { expect, test } from '@jest/globals';
import { joinedFetches } from '../../../../functions/back-office/page/src/batches/batch-list.ts';

const stored = (id: string, created_at: string, stage: 'reading' | 'completing' | null = null) => ({
  id,
  created_at,
  domains: 5,
  stage,
});

test('stored batches of other browsers are listed with those of this browser, newest first', () => {
  const remembered = [
    { ids: ['new-1'], lines: 2, started_at: '2026-11-03' },
    { ids: ['a', 'b'], lines: 1_005, started_at: '2026-11-01' },
  ];
  const list = joinedFetches(
    [stored('c', '2026-11-02'), stored('b', '2026-11-01'), stored('a', '2026-11-01')],
    remembered,
  );
  expect(list.map(({ ids, lines }) => [ids.join(), lines])).toEqual([
    ['new-1', 2],
    ['c', 5],
    ['a,b', 1_005],
  ]);
});

test('batches that are shown as one run while one does, and have pending sources until all have ended', () => {
  const remembered = [{ ids: ['a', 'b'], lines: 2, started_at: '2026-11-01' }];
  const stateWith = (...stages: ('reading' | 'completing' | null)[]) =>
    joinedFetches(
      stages.map((stage, index) => stored('ab'[index]!, '2026-11-01', stage)),
      remembered,
    )[0]!.state;
  expect(stateWith('completing', 'reading')).toBe('running');
  expect(stateWith(null, 'completing')).toBe('pending');
  expect(stateWith(null, null)).toBe(null);
});
