import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { SEO_AUDITS } from '../../../../functions/core/analysis/rules/audits.ts';
import { categoryScore } from '../../../../functions/core/analysis/rules/audit-run.ts';
import { auditCase, type AuditCase, type WrittenCase } from '../../../support/audit-cases.ts';
import { readCases } from '../../../support/cases.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

const SCORES = { pass: 1, fail: 0, not_applicable: null };
const auditOf = ({ served, robots, now }: AuditCase) => analysePage(served, robots, now).audit;

describe.each(SEO_AUDITS)('$id', ({ id, title, failureTitle }) => {
  const cases = readCases<WrittenCase[]>(`audits/${id}`).map(auditCase);

  test.each(cases)('$name', (one) => {
    const { audits, warnings } = auditOf(one);
    const { status, items = [] } = one.verdict;
    expect(audits.find((audit) => audit.id === id)).toMatchObject({
      explanation: null,
      ...one.verdict,
      score: SCORES[status],
      title: status === 'fail' ? failureTitle : title,
      items,
      items_total: items.length,
    });
    expect(warnings).toEqual(one.warnings);
  });

  test('has a failing page and another one', () => {
    expect(cases.some(({ verdict }) => verdict.status === 'fail')).toBe(true);
    expect(cases.some(({ verdict }) => verdict.status !== 'fail')).toBe(true);
  });
});

test('explanations and reasons of items have codes, and explanations the values in them', () => {
  const html = '<title>T</title><a href="/x">here</a><a href="/y">Prices</a>';
  const { audits } = analysePage(served(html), NO_ROBOTS, NOW).audit;
  expect(audits.find(({ id }) => id === 'link-text')).toMatchObject({
    explanation: '1 of 2 links fail.',
    explanation_code: 'links_fail',
    explanation_params: { failed: 1, checked: 2 },
    items: [{ reason: 'The text does not say where the link leads', reason_code: 'generic_text' }],
  });
  expect(audits.find(({ id }) => id === 'document-title')).toMatchObject({
    explanation_code: null,
    explanation_params: {},
  });
});

const pages = readCases<Record<string, { fail: string[]; not_applicable: string[] }>>('audits/pages');

test.each(Object.entries(pages))('the page %s fails the expected audits', (name, expected) => {
  const html = readFileSync(`test/fixtures/pages/${name}`, 'utf8');
  const { audits } = analysePage(served(html), NO_ROBOTS, NOW).audit;
  const idsOf = (of: string) => audits.flatMap(({ id, status }) => (status === of ? [id] : []));
  expect({ fail: idsOf('fail'), not_applicable: idsOf('not_applicable') }).toEqual(expected);
});

test.each([
  [[], [], 100],
  [['is-crawlable'], [], 69],
  [['meta-description'], [], 92],
  [['meta-description'], ['canonical'], 92],
  [['meta-description'], ['canonical', 'image-alt'], 91],
  [['meta-description', 'document-title'], ['canonical'], 83],
  [['is-crawlable', 'robots-txt'], [], 61],
])('where %j fail and %j do not apply, the score is %d', (failed: string[], others: string[], expected) => {
  const scoreOf = (id: string) => (others.includes(id) ? null : failed.includes(id) ? 0 : 1);
  expect(categoryScore(SEO_AUDITS.map(({ id, weight }) => ({ weight, score: scoreOf(id) })))).toBe(expected);
});
