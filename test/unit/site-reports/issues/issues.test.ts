import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { addressRules } from '../../../../functions/core/analysis/rules/addresses.ts';
import { PAGE_RULES } from '../../../../functions/core/analysis/rules/index.ts';
import { ISSUES } from '../../../../functions/core/site-reports/issues/index.ts';
import { targetIssues } from '../../../../functions/core/site-reports/issues/targets.ts';
import { pathsOf, siteOf, type PageSpec } from './site-of.ts';

/** A site with an issue on exactly the pages of `shown`. */
interface Case {
  pages: Record<string, PageSpec>;
  shown: string[];
  hasSitemap?: boolean;
}

const FOLDER = 'test/cases/issues/';
/** In characters, so that the texts fit into tables and the answers of the MCP server. */
const MAX_TITLE = 70;
const MAX_IMPACT = 140;
const MAX_ADVICE = 160;
const keptRules = PAGE_RULES.filter((rule) => !('find' in rule || 'findIn' in rule || rule.unless || rule.isOfSite));
/** Sites of the issues whose occurrences are kept with the facts of pages: pages on which the rule found something. */
const ofKept = [...keptRules, ...targetIssues.map(({ id }) => ({ id, isOfIndexable: false }))].map(
  ({ id, isOfIndexable = false }): [string, Case[]] => {
    const failing = { facts: { findings: [{ id, items: [] }] } };
    const other = { facts: { findings: [{ id: 'other', items: [] }] } };
    const pages = { '/': {}, '/a': failing, '/noindex': { ...failing, noindex: true }, '/b': other };
    return [id, [{ pages, shown: isOfIndexable ? ['/a'] : ['/a', '/noindex'] }]];
  },
);
/** By the issue's id. */
const cases: Record<string, Case[]> = Object.fromEntries([
  ...ofKept,
  ...readdirSync(FOLDER).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Record<string, Case[]>),
  ),
]);

test.each(
  Object.entries(cases).flatMap(([id, sites]) => sites.map((one, index) => ({ id, number: index + 1, ...one }))),
)('$id is found on exactly the pages that have it (site $number)', ({ id, pages, shown, hasSitemap = true }) => {
  const { find } = ISSUES.find((issue) => issue.id === id)!;
  expect(pathsOf(find(siteOf(pages, { hasSitemap }))).sort()).toEqual([...shown].sort());
});

test('each issue has a test site, and is in the list once', () => {
  // Rules about addresses have pages of their own: `test/cases/rules/addresses.json`.
  const ids = ISSUES.map(({ id }) => id).filter((id) => !addressRules.some((rule) => rule.id === id));
  expect(ids.sort()).toEqual(Object.keys(cases).sort());
  expect(new Set(ISSUES.map(({ id }) => id)).size).toBe(ISSUES.length);
  for (const sites of Object.values(cases)) expect(sites.some(({ shown }) => shown.length > 0)).toBe(true);
});

test('each issue has its own title, and the README has their number', () => {
  expect(new Set(ISSUES.map(({ title }) => title)).size).toBe(ISSUES.length);
  const [, stated] = /^\| kinds of issues +\| (\d+) /m.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(Number(stated)).toBe(ISSUES.length);
});

test('a page is no orphan, and does not have a single link, if links of a page were not kept', () => {
  const pages = (links_cut?: true) =>
    siteOf({
      ...{ '/': { links: ['/a', '/b'], facts: { ...(links_cut && { links_cut }) } }, '/a': { canonical: '/unlisted' } },
      ...{ '/b': {}, '/unlisted': { in_sitemap: false }, '/listed': {} },
    });
  const ids = ['sitemap-orphan', 'orphan-page', 'single-inlink'];
  const found = (site: ReturnType<typeof siteOf>) =>
    ids.map((id) => pathsOf(ISSUES.find((issue) => issue.id === id)!.find(site)));
  expect(found(pages())).toEqual([['/listed'], ['/unlisted'], ['/b']]);
  expect(found(pages(true))).toEqual([[], [], []]);
});

test('a site without faults has no issues', () => {
  const pages = { '/': { links: ['/a', '/b'] }, '/a': { links: ['/', '/b'] }, '/b': { links: ['/', '/a'] } };
  for (const { id, find } of ISSUES) expect([id, pathsOf(find(siteOf(pages)))]).toEqual([id, []]);
});

test.each(ISSUES)('$id has a title, an impact, an advice and a link to the rule', (issue) => {
  const { title, impact, howToFix, learnMore } = issue;
  expect(title).toMatch(/^(?:[A-Z]|4xx |3xx |robots\.txt ).*[^.\s]$/);
  expect(title.length).toBeLessThanOrEqual(MAX_TITLE);
  // One sentence, on at most two lines of the page.
  expect(impact).toMatch(/^[A-Z](?:[^.]|\.\S)+\.$/);
  expect(impact.length).toBeLessThanOrEqual(MAX_IMPACT);
  expect(howToFix).toMatch(/^[A-Z].*\.$/);
  expect(howToFix.length).toBeLessThanOrEqual(MAX_ADVICE);
  // Half as many wide characters fit.
  if (/\d characters/.test(howToFix))
    expect(howToFix).toContain('Chinese, Japanese and Korean characters count twice.');
  expect(new URL(learnMore).protocol).toBe('https:');
});
