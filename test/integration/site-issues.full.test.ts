import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ISSUES } from '../../functions/shared/website/issues/index.ts';
import { declaredIssues, FAULTY_HOME } from '../support/faulty-site.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { crawlSite, type Row, type SiteAnswer, siteRows } from '../support/site-crawl.ts';

const DOMAIN = 'faulty.example';
const declared = declaredIssues();
const at = (path: string) => new URL(path, FAULTY_HOME).href;
let runner: TestRunner;
let site: SiteAnswer;
let rows: Map<string, Row>;

beforeAll(async () => {
  runner = await startTestRunner(punctual);
  site = await crawlSite(runner, DOMAIN);
  rows = new Map((await siteRows(runner, DOMAIN)).map((row) => [row.url, row]));
});
afterAll(() => runner.close());

test('each page shows exactly the issues that it declares; a sound page shows none', () => {
  const shown = Object.fromEntries([...rows].map(([url, { issues }]) => [url, issues.toSorted()]));
  expect(shown).toEqual(declared);
});

test('each issue that there is, is shown by some page', () => {
  expect(new Set(site.issues!.map(({ id }) => id))).toEqual(new Set(ISSUES.map(({ id }) => id)));
});

describe('the audit of the site', () => {
  test.each(ISSUES)('counts the pages that show $id, and names some of them', ({ id, severity, scope, title }) => {
    const urls = Object.keys(declared).filter((url) => declared[url]!.includes(id));
    const issue = site.issues!.find((one) => one.id === id)!;
    expect(issue).toMatchObject({ severity, scope, title, count: urls.length });
    expect(new Set(issue.examples).size).toBe(Math.min(urls.length, 5));
    expect(urls).toEqual(expect.arrayContaining(issue.examples));
  });

  test('is done, and has the figures of its pages', () => {
    expect(site).toMatchObject({ status: 'done', stop_reason: null, progress: { fetched: rows.size - 1 } });
    const because = (reason: Row['reason']) => [...rows.values()].filter((row) => row.reason === reason).length;
    expect(site.pages).toEqual({
      total: Object.keys(declared).length,
      indexable: because(null),
      noindex: 2,
      canonicalised: 5,
      redirected: 7,
      client_errors: 2,
      server_errors: 1,
      blocked_by_robots: 1,
    });
    expect(site.duplicates).toEqual({ titles: 1, descriptions: 1, contents: 1 });
  });
});

test('what could not be known is called neither broken nor faulty', () => {
  expect(site.links!.broken_internal).toBe(2);
  expect(rows.get(at('/links/unknown.html'))!.issues).toEqual([]);
  expect(rows.get(at('/members/login.html'))).toMatchObject({ failure: 'robots_disallowed', http_status: null });
  expect(rows.get(at('/guarded.html'))).toMatchObject({ failure: 'challenge', http_status: 403 });
  expect([...rows.keys()].filter((url) => new URL(url).hostname !== DOMAIN)).toEqual([]);
});
