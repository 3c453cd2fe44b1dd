import { expect, test } from '@jest/globals';
import { changesOf, yDomainOf, seriesOf } from '../../../functions/back-office/page/src/domain/history/series.ts';
import { sampleSnapshots } from '../../browser/support/sample-data.ts';

const [newest, middle, oldest] = sampleSnapshots(Date.parse('2026-11-21T10:00:00Z'));

test('a line goes from the oldest to the newest, past what is not known', () => {
  const points = seriesOf([newest!, { ...middle!, seo_score: null }, { ...oldest!, seo_score: 0 }], 'seo_score');
  expect(points).toEqual([
    { x: new Date('2026-11-15T10:00:00Z'), y: 0 },
    { x: new Date('2026-11-21T10:00:00Z'), y: 86 },
  ]);
});

test('an axis has room around its line, also around a level one, and none below zero', () => {
  const points = (...values: number[]) => values.map((y) => ({ x: new Date(0), y }));
  expect(yDomainOf(points(50, 50))).toEqual([49, 51]);
  expect(yDomainOf(points(0, 100))).toEqual([0, 110]);
});

test('changes are listed with the time at which they were seen', () => {
  expect(changesOf([newest!, middle!])).toEqual([
    { captured_at: newest!.captured_at, field: 'seo_score', from: 85, to: 86 },
  ]);
});
