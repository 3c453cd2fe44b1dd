import { expect, test } from '@jest/globals';
import { catalogue } from '../../../../functions/core/site-reports/issues/catalogue.computed.ts';
import { topIssues } from '../../../../functions/core/site-reports/report/top-issues.ts';

const [error, otherError] = catalogue.items.filter(({ severity }) => severity === 'error');
const [warning] = catalogue.items.filter(({ severity }) => severity === 'warning');

test('issues are sorted by severity, then by pages, with the sites that have most of these', () => {
  const sites = Array.from({ length: 7 }, (_, index) => ({
    domain: `site-${index}.example`,
    pages: { [error!.id]: index, [otherError!.id]: 5, [warning!.id]: 100, 'no-such-issue': 9 },
  }));
  const found = topIssues(sites, catalogue.items);
  expect(found.map(({ id, pages, domains }) => [id, pages, domains])).toEqual([
    [otherError!.id, 35, 7],
    [error!.id, 21, 6],
    [warning!.id, 700, 7],
  ]);
  expect(found[1]!.examples.map(({ domain, pages }) => [domain, pages])).toEqual([
    ['site-6.example', 6],
    ['site-5.example', 5],
    ['site-4.example', 4],
    ['site-3.example', 3],
    ['site-2.example', 2],
  ]);
});
