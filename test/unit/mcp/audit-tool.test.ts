import { describe, expect, test } from '@jest/globals';
import { audit } from '../../../functions/mcp/audit-tool.ts';
import { invalidParameter, ServiceError } from '../../../functions/core/platform/http/errors.ts';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import { issueIds } from '../../../functions/core/site-reports/issues/ids.computed.ts';

const URL = 'http://shop.example/';
const ISSUE = {
  id: 'broken-link',
  severity: 'error',
  title: 'T',
  impact: 'It costs clicks.',
  how_to_fix: 'Fix it.',
  learn_more: 'https://l.test/',
};
const ROW: IssueRow = {
  ...{ issue: 'broken-link', severity: 'error', url: URL, target: `${URL}gone`, status: 404 },
  ...{ element: '<a href="/gone">Gone', value: null, expected: null, related: [] },
};

/** Scope of the whole site. */
const SITE = { include: [], exclude: [], depth: null, urls_total: 0, sitemaps_total: 0 };

interface Crawl {
  domain?: string;
  health?: number | null;
  site_score?: number | null;
  pages?: null;
  issues?: object[] | null;
  items?: object[];
  truncated?: boolean;
  status?: string;
  finished_at?: string | null;
  poll_after_seconds?: number | null;
  complete?: boolean;
  stop_reason?: string | null;
  external?: object;
  sitemap?: object | null;
  unread?: string[];
  skipped?: object[] | null;
  scope?: object;
  progress?: object | null;
  last_crawl?: object | null;
  /** Absent: there is no crawl to compare with. */
  comparison?: object;
}

/** Audits a site of one page, whose crawl has these results. */
function auditWith({ items = [ROW], truncated = false, comparison, ...site }: Crawl, given: object = {}) {
  const finished_at = '2026-11-23T08:00:00.000Z';
  const answers: Record<string, object> = {
    '/site': {
      ...{ domain: 'shop.example', crawl_id: 'c1', status: 'done', finished_at, poll_after_seconds: null },
      ...{ progress: null, last_crawl: null, sources: [], complete: true, stop_reason: null },
      ...{ external: null, resources: null, sitemap: { not_linked: 0 }, unread: [], skipped: [] },
      scope: SITE,
      ...{ health: 0, site_score: 90, pages: { total: 1 }, issues: [{ ...ISSUE, count: 1, examples: [URL] }], ...site },
    },
    '/site/issues': { domain: 'shop.example', finished_at, items, truncated },
  };
  return audit.run({ domain: 'shop.example', ...given }, (path, { issue, crawl }) => {
    if (path === '/site/compare') {
      expect(crawl).toBe('c1');
      return comparison ? Promise.resolve(comparison as never) : Promise.reject(new ServiceError('no_comparison'));
    }
    return issue === undefined || issueIds.includes(issue as string)
      ? Promise.resolve(answers[path] as never)
      : Promise.reject(invalidParameter('issue', 'unknown_name', { kind: 'issue', known: [...issueIds] }));
  });
}

describe('an audit of a site', () => {
  test('leads with health, and has an example of an issue in the text and in the data', async () => {
    const { data, summary } = await auditWith({});
    expect(summary.split('\n')).toEqual([
      'shop.example (done): health 0%, site score 90 of 100, 1 page, 1 issue (1 error). Most important first, with an example each:',
      String.raw`1. broken-link (error, 1 page): {"untrusted_text":"url http://shop.example/, target http://shop.example/gone, status 404, element <a href=\"/gone\">Gone"}`,
      'For how to fix an issue and its occurrences, call audit with domain and issue.',
    ]);
    const { issue: _, severity: __, value: ___, expected: ____, related: _____, ...example } = ROW;
    expect(data.issues).toEqual([{ id: 'broken-link', severity: 'error', title: 'T', count: 1, example }]);
  });

  test('names the first of the related pages', async () => {
    const { summary } = await auditWith({
      items: [{ ...ROW, target: null, element: null, related: [`${URL}b`, `${URL}c`] }],
    });
    expect(summary).toContain(
      '{"untrusted_text":"url http://shop.example/, status 404, related http://shop.example/b"}',
    );
  });

  test('names five of more issues in the text', async () => {
    const ids = issueIds.slice(0, 6);
    const issues = ids.map((id) => ({ ...ISSUE, id, count: 2, examples: [URL] }));
    const { summary } = await auditWith({ issues });
    expect(summary.match(/^\d\. [\w-]+ \(error, 2 pages\)/gm)).toEqual(
      ids.slice(0, 5).map((id, index) => `${index + 1}. ${id} (error, 2 pages)`),
    );
  });

  test('states the verdict of the comparison with the crawl before', async () => {
    const severities = (error: number) => ({ error, warning: 7, notice: 9 });
    const counts = {
      ...{ new: severities(2), fixed: severities(1), persisting: severities(3), pages: 4 },
      not_compared: { newer: severities(0), base: severities(5) },
    };
    const comparison = { verdict: 'failed', counts, base: { finished_at: '2026-11-22T08:00:00.000Z' } };
    const { data, summary } = await auditWith({ comparison });
    expect(summary).toContain(
      'Compared with the crawl of 2026-11-22T08:00:00.000Z: failed, 2 new errors, 1 fixed error, 5 errors not compared.',
    );
    expect(data).toMatchObject({ comparison: { verdict: 'failed', counts } });
  });

  test.each<[string, Crawl, string]>([
    [
      'is in progress',
      { poll_after_seconds: 5, progress: { fetched: 3 }, last_crawl: { complete: false } },
      'A crawl is in progress (3 pages so far). These values are those of the crawl that ended at ' +
        '2026-11-23T08:00:00.000Z. Call audit again in 5 seconds.',
    ],
    [
      'is the first one',
      { status: 'crawling', finished_at: null, poll_after_seconds: 5, progress: { fetched: 1 } },
      'A crawl is in progress (1 page so far). Call audit again in 5 seconds.',
    ],
    [
      'has failed',
      { last_crawl: { complete: false, stop_reason: 'unreachable' } },
      'The newest crawl is not complete (unreachable). These values are those of the crawl that ended at ' +
        '2026-11-23T08:00:00.000Z. For how to fix',
    ],
  ])('states which values it has if a newer crawl %s', async (_, crawl, text) => {
    expect((await auditWith(crawl)).summary).toContain(text);
  });

  test('of a site without issues or indexable pages has neither examples nor a score', async () => {
    const { summary } = await auditWith({ health: 100, site_score: null, issues: [] });
    expect(summary).toMatch(/health 100%, no site score \(no indexable pages\), 1 page, 0 issues\. For how to fix/);
  });

  test.each<[string, Crawl]>([
    ['unreachable', { issues: [] }],
    ['report_failed', { issues: null, pages: null, sitemap: null, skipped: null }],
  ])('of which nothing is known has no number of issues, and states why it stopped: %s', async (reason, crawl) => {
    const nothing = { ...crawl, health: null, site_score: null, complete: false, stop_reason: reason };
    const unknown = 'no page could be read or reported, so that health, site score and issues are unknown';
    const stopped = `The crawl is not complete (${reason}): there may be more.`;
    const { summary } = await auditWith(nothing);
    expect(summary).toContain(`${unknown}. ${stopped}`);
    expect(summary).not.toContain('0 issues');
    const { data, summary: ofIssue } = await auditWith({ ...nothing, items: [] }, { issue: 'orphan-page' });
    expect(ofIssue).toContain(`whether a page has the issue orphan-page is unknown: ${unknown}. ${stopped}`);
    expect(data.issue).toMatchObject({ count: null });
  });

  test.each<[string, Crawl]>([
    ['page_limit', { stop_reason: 'page_limit' }],
    ['too many addresses', { skipped: [{ reason: 'too_many_addresses' }] }],
    ['a sitemap could not be read', { skipped: [{ reason: 'sitemap_unread' }] }],
  ])('of an incomplete crawl states that there may be more, and why: %s', async (reason, crawl) => {
    const { summary } = await auditWith({ complete: false, ...crawl });
    expect(summary).toContain(`1 issue (1 error). The crawl is not complete (${reason}): there may be more.`);
  });

  test.each([
    { include: ['/blog/*'] },
    { exclude: ['/shop/*'] },
    { depth: 2 },
    { urls_total: 3 },
    { sitemaps_total: 1 },
  ])('of a part of a site states this: %j', async (scope) => {
    const crawl = { scope: { ...SITE, ...scope } };
    const sentence = 'The crawl covers only a part of the site.';
    expect((await auditWith(crawl)).summary).toContain(`1 issue (1 error). ${sentence}`);
    expect((await auditWith(crawl, { issue: 'title-missing' })).summary).toContain(`title-missing. ${sentence}`);
  });

  test.each([
    ['external-broken', {}, 'the crawl did not check external links', null],
    ['image-broken', {}, 'the crawl did not check resources', null],
    ['external-broken', { external: { total: 1, unchecked: 0 } }, '0 pages have the issue', 0],
    ['external-broken', { external: { total: 2, unchecked: 2 } }, 'none of the external links could be checked', null],
    ['external-broken', { external: { total: 0, unchecked: 0 } }, '0 pages have the issue', 0],
    [
      'external-broken',
      { external: { total: 9, unchecked: 2, truncated: true } },
      'Of 9 external links, 2 could not be checked. There are more external links than were checked.',
      0,
    ],
    ['sitemap-error', { unread: ['sitemaps'] }, 'no sitemap was found, or a file of one could not be read', null],
    ['sitemap-error', {}, '0 pages have the issue', 0],
    ['sitemap-orphan', { unread: ['hidden_links'] }, 'there may be links that the crawl does not know', null],
    ['redirect-to-error', { scope: { ...SITE, urls_total: 2 } }, 'without following links', null],
    ['deep-page', { scope: { ...SITE, sitemaps_total: 1 } }, 'without following links', null],
    ['deep-page', { skipped: [{ reason: 'too_deep' }] }, 'the crawl has a limit of clicks', null],
    ['orphan-page', { unread: ['skipped_links'] }, 'addresses were not requested', null],
    ['deep-page', { unread: ['links'] }, 'a page has more links than are known', null],
    ['orphan-page', {}, '0 pages have the issue', 0],
    ['content-near-duplicate', { unread: ['texts'] }, 'not all similar texts were compared', null],
    ['title-missing', {}, '0 pages have the issue', 0],
    ['title-missing', { health: null, issues: [] }, 'no page could be read or reported', null],
  ])('of the issue %s with %j states: %s', async (issue, crawl, text, count) => {
    const { data, summary } = await auditWith({ items: [], ...crawl }, { issue });
    expect([summary, (data.issue as { count: number | null }).count]).toEqual([expect.stringContaining(text), count]);
  });

  test('has at most 1,500 characters of text, whatever the pages contain', async () => {
    const long = '"\\'.repeat(2_000);
    const row = { ...ROW, url: long, target: long, element: long, value: long, expected: long, related: [long] };
    const id = issueIds.toSorted((one, other) => other.length - one.length)[0]!;
    const issue = { ...ISSUE, id, severity: 'warning', count: 50_000, examples: [URL] };
    const domain = `${'x'.repeat(249)}.com`;
    const { summary } = await auditWith({ domain, issues: Array<object>(9).fill(issue), items: [row] });
    expect(summary.length).toBeLessThanOrEqual(1_500);
    expect(summary.match(/"untrusted_text"/g)).toHaveLength(5);
  });
});

describe('the occurrences of an issue', () => {
  const one = { issue: 'broken-link' };

  test.each([
    ['one', { items: [ROW] }, '1 page has the issue broken-link. It costs clicks. Fix it. Occurrences (1):', 1],
    ['more than are listed', { items: Array<object>(20).fill(ROW), truncated: true }, 'Occurrences (more than 20):', 5],
    ['none, since the site does not have it', { issues: [], items: [] }, '0 pages have the issue broken-link.', 0],
  ])('are counted: %s', async (_case, crawl, sentence, examples) => {
    const { summary } = await auditWith(crawl, one);
    const [front, ...lines] = summary.split('\n');
    expect([front!.startsWith('shop.example: '), front!.endsWith(sentence)]).toEqual([true, true]);
    expect(lines).toHaveLength(examples);
  });

  test('of an id that is unknown, and that the site does not have, are an error', async () => {
    await expect(auditWith({}, { issue: 'http-status-code' })).rejects.toMatchObject({ code: 'invalid_parameter' });
  });
});
