import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { metricNames, shortText, valueNames, valuesOf } from '../../../functions/core/record/history-values.ts';
import { historyAnswer } from '../../../functions/core/record/history-schema.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';

test('the stored metrics are those of the history, in its order', () => {
  const { captured_at, date, site_status, origin, changes, ...metrics } = historyAnswer.shape.snapshots.element.shape;
  expect([captured_at, date, site_status, origin, changes]).not.toContain(undefined);
  expect(valueNames).toEqual(Object.keys(metrics));
  expect(metricNames).toEqual(Object.keys(historyAnswer.shape.summary.shape));
});

test('only metrics of the given sources have values', () => {
  const record = {
    seo_score: 90,
    page: { title: 'A', links: { total: 3 } },
    popularity: { tranco: { rank: 7 }, open_page_rank: { score: 4.3 } },
    performance: {},
  } as unknown as DomainRecord;
  const metrics = valuesOf(record, new Set(['site', 'tranco']));
  expect(metrics).toMatchObject({ seo_score: 90, title: 'A', links_total: 3, tranco_rank: 7, open_page_rank: null });
  expect(Object.keys(metrics)).toEqual(valueNames);
});

test('a title is truncated after 200 code points without splitting a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (title) => {
      const short = shortText(title)!;
      expect(short).toBe([...title].slice(0, 200).join(''));
    }),
  );
  expect(shortText(null)).toBeNull();
  expect(shortText(undefined)).toBeNull();
});
