import { expect, test } from '@jest/globals';
import { rowOf } from '../../../functions/core/record/record-row.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';

const source = (id: string, code: string) => ({ id, status: 'error', fields: [], error: { code } });

function recordOf(values: object): DomainRecord {
  const none = { seo_score: null, audit: null, sources: [], popularity: {}, organic: null, tls: null };
  return { ...none, registration: null, ...values } as unknown as DomainRecord;
}

test('sources that were not requested on purpose, also for the budget, have not failed', () => {
  const sources = ['disabled', 'paid_not_requested', 'budget_spent', 'http_503'].map((code) => source(code, code));
  expect(rowOf(recordOf({ sources }), '2026-11-21T08:00:00Z').failed).toBe(1);
});

test.each([
  ['pass', false],
  ['fail', true],
])('a home page whose audit of indexing has the status %s is excluded: %s', (status, isExcluded) => {
  const audit = { audits: [{ id: 'is-crawlable', status }] };
  expect(rowOf(recordOf({ audit }), '2026-11-21T08:00:00Z').isExcluded).toBe(isExcluded);
});
