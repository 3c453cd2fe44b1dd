import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { CHECKS } from '../../../../functions/core/analysis/checks/index.ts';
import { ISSUES } from '../../../../functions/core/sites/issues/index.ts';
import { targetIssues } from '../../../../functions/core/sites/issues/targets.ts';
import { pathsOf, siteOf, type PageSpec } from './site-of.ts';

/** A site of one issue: exactly the pages of `shown` show it. */
interface Case {
  pages: Record<string, PageSpec>;
  shown: string[];
  hasSitemap?: boolean;
}

const FOLDER = 'test/cases/issues/';
/** Sites of the issues of checks, and of those that are found in the same way, by the issue's id: pages on which the check found something. */
const ofChecks = [...CHECKS, ...targetIssues.map(({ id }) => ({ id, isOfIndexable: false }))].map(
  ({ id, isOfIndexable = false }): [string, Case[]] => {
    const failing = { facts: { failed_checks: [{ id, items: [] }] } };
    const other = { facts: { failed_checks: [{ id: 'other', items: [] }] } };
    const pages = { '/': {}, '/a': failing, '/noindex': { ...failing, noindex: true }, '/b': other };
    return [id, [{ pages, shown: isOfIndexable ? ['/a'] : ['/a', '/noindex'] }]];
  },
);
/** By the issue's id. */
const cases: Record<string, Case[]> = Object.fromEntries([
  ...readdirSync(FOLDER).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Record<string, Case[]>),
  ),
  ...ofChecks,
]);

test.each(
  Object.entries(cases).flatMap(([id, sites]) => sites.map((one, index) => ({ id, number: index + 1, ...one }))),
)('$id is found on exactly the pages that have it (site $number)', ({ id, pages, shown, hasSitemap = true }) => {
  const { find } = ISSUES.find((issue) => issue.id === id)!;
  expect(pathsOf(find(siteOf(pages, { hasSitemap }))).sort()).toEqual([...shown].sort());
});

test('each issue has a test site, and is in the list once', () => {
  expect(ISSUES.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
  for (const sites of Object.values(cases)) expect(sites.some(({ shown }) => shown.length > 0)).toBe(true);
});

test('a site without faults has no issues', () => {
  const pages = { '/': { links: ['/a', '/b'] }, '/a': { links: ['/', '/b'] }, '/b': { links: ['/', '/a'] } };
  for (const { id, find } of ISSUES) expect([id, pathsOf(find(siteOf(pages)))]).toEqual([id, []]);
});

test.each(ISSUES)('$id has a title, an advice and a link to the rule', ({ title, howToFix, learnMore }) => {
  expect(title).toMatch(/^(?:[A-Z]|robots\.txt ).*[^.\s]$/);
  expect(title.split(' ').length).toBeGreaterThan(3);
  expect(howToFix).toMatch(/^[A-Z].*\.$/);
  // Half as many wide characters fit.
  if (/\d characters/.test(howToFix))
    expect(howToFix).toContain('Chinese, Japanese and Korean characters count twice.');
  expect(new URL(learnMore).protocol).toBe('https:');
});
