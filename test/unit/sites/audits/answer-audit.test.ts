import { describe, expect, test } from '@jest/globals';
import { type SiteAnswer, siteAnswer, type SiteResult } from '../../../../functions/core/record/site-schema.ts';
import { answerAudit } from '../../../../functions/core/sites/answer/open-site.ts';
import type { SomeCrawls } from '../../../../functions/core/sites/audits/audit-data.ts';
import type { EndedCrawl, OpenCrawl } from '../../../../functions/core/sites/store/site-crawls.ts';
import type { StopReason } from '../../../../functions/core/sites/store/item.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { siteResult } from '../../../support/site-audit.ts';

const NOW = Date.parse('2026-11-22T10:01:40.000Z');

const issue: SiteResult['issues'][number] = {
  id: 'title-missing',
  severity: 'error',
  scope: 'page',
  count: 2,
  title: 'No title',
  impact: 'Fewer clicks.',
  how_to_fix: 'Give it one',
  learn_more: 'https://example.org/',
  examples: ['https://a.com/1', 'https://a.com/2'],
};

const open: OpenCrawl = {
  ...{ domain: 'a.com', id: '2', slices: 1, owner: 'o', pageLimit: 500, admitted: 200, status: 'crawling' },
  ...{ stopReason: null, found: 80, fetched: 50 },
  ...{ startedAt: '2026-11-22T10:00:00.000Z', updatedAt: '2026-11-22T10:01:30.000Z', dueAt: '' },
};
const ended: EndedCrawl = {
  ...{ ...open, id: '1', status: 'done', found: 9, fetched: 9, admitted: 500, chunks: 1 },
  ...{ startedAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:05:00.000Z', dueAt: '' },
  ...{ finishedAt: '2026-11-20T10:05:00.000Z', resultJson: JSON.stringify(siteResult({ issues: [issue] })) },
};

function ask(crawls: SomeCrawls, { format, known, method = 'GET' }: Record<string, string> = {}) {
  const headers = known ? { 'If-None-Match': [known] } : {};
  const event = { ...apiEvent('domain=a.com'), httpMethod: method, multiValueHeaders: headers };
  const answer = answerAudit(event, crawls, { format: format as 'csv' | undefined }, NOW);
  const read = () => siteAnswer.parse((JSON.parse(answer.body) as { data: SiteAnswer }).data);
  return { status: answer.statusCode, headers: answer.headers ?? {}, body: answer.body, read };
}

describe('the audit of a site', () => {
  test('contains the progress of the first crawl, and null for its result', () => {
    const { status, headers, read } = ask({ open, ended: [] });
    expect([status, headers['Retry-After'], headers.ETag]).toEqual([202, '60', undefined]);
    expect(read()).toEqual({
      ...{ domain: 'a.com', status: 'crawling', stop_reason: null, started_at: open.startedAt, finished_at: null },
      ...{ updated_at: open.updatedAt, poll_after_seconds: 60, progress: { found: 80, fetched: 50, limit: 200 } },
      settings: { include: [], exclude: [], depth: null, external: false, resources: false, rate: 1 },
      ...{
        health: null,
        site_score: null,
        pages: null,
        issues: null,
        links: null,
        external: null,
        resources: null,
        depth: null,
        sitemap: null,
        duplicates: null,
      },
      ...{ most_linked: null, skipped: null, changes: null, history: null },
      sources: [expect.objectContaining({ id: 'site', status: 'pending', fetched_at: null, from_cache: false })],
    });
  });

  test('contains the result of the last crawl and the progress of the one in progress', () => {
    const { status, read } = ask({ open: { ...open, status: 'queued', found: 0, fetched: 0 }, ended: [ended] });
    expect(status).toBe(202);
    expect(read()).toMatchObject({
      ...{ status: 'queued', started_at: open.startedAt, finished_at: ended.finishedAt, updated_at: open.updatedAt },
      ...{ site_score: 100, issues: [issue], progress: { found: 0, fetched: 0 } },
      sources: [{ status: 'pending', fetched_at: ended.finishedAt, from_cache: true, duration_ms: 300_000 }],
    });
  });

  test('contains null for the members that a crawl stored by 0.2 does not have', () => {
    const { impact: _impact, ...known } = { ...issue, title: 'A title with "how_to_fix":' };
    const { health: _health, history: _history, external: _external, resources: _resources, ...stored } = siteResult();
    const resultJson = JSON.stringify({ ...stored, issues: [known, known] });
    const { read } = ask({ open: null, ended: [{ ...ended, resultJson }] });
    const issues = [
      { ...known, impact: null },
      { ...known, impact: null },
    ];
    expect(read()).toMatchObject({ health: null, history: [], external: null, resources: null, ...stored, issues });
  });

  test('contains the stored result after the crawl has ended', () => {
    const settings = { include: ['/a/'], exclude: [], depth: 3, external: true, resources: false, rate: 2.5 };
    const { status, headers, read } = ask({ open: null, ended: [{ ...ended, settings }] });
    expect([status, headers['Retry-After']]).toEqual([200, undefined]);
    expect(read()).toEqual({
      ...{ domain: 'a.com', status: 'done', stop_reason: null, poll_after_seconds: null },
      ...{ started_at: ended.startedAt, finished_at: ended.finishedAt, updated_at: ended.updatedAt },
      progress: { found: 9, fetched: 9, limit: 500 },
      settings,
      ...siteResult({ issues: [issue] }),
      sources: [
        expect.objectContaining({ status: 'ok', fetched_at: ended.finishedAt, from_cache: false, error: null }),
      ],
    });
  });

  test.each<[StopReason, string, string | null]>([
    ['page_limit', 'ok', null],
    ['allowance', 'partial', 'allowance'],
    ['cancelled', 'partial', 'cancelled'],
    ['blocked', 'blocked', 'blocked'],
    ['robots', 'blocked', 'robots'],
    ['unreachable', 'error', 'unreachable'],
  ])('contains the reason of a stopped crawl: %s', (stopReason, status, code) => {
    const { read } = ask({ open: null, ended: [{ ...ended, stopReason }] });
    const { stop_reason, sources } = read();
    expect([stop_reason, sources[0]!.status, sources[0]!.error?.code ?? null]).toEqual([stopReason, status, code]);
  });

  test('returns 304 when the caller has the same version', () => {
    const { headers } = ask({ open: null, ended: [ended] });
    const etag = String(headers.ETag);
    expect(ask({ open: null, ended: [ended] }, { known: etag })).toMatchObject({ status: 304, body: '' });
    const other = { ...ended, finishedAt: '2026-11-21T10:05:00.000Z' };
    expect(ask({ open: null, ended: [other] }, { known: etag }).status).toBe(200);
    expect(ask({ open: null, ended: [ended] }, { known: etag, format: 'csv' }).status).toBe(200);
    expect(ask({ open, ended: [ended] }, { known: etag }).status).toBe(202);
    expect(ask({ open: null, ended: [ended] }, { known: etag, method: 'DELETE' }).status).toBe(200);
  });

  test('contains its issues as a CSV table', () => {
    const { status, headers, body } = ask({ open: null, ended: [ended] }, { format: 'csv' });
    expect([status, headers['Content-Disposition']]).toEqual([200, 'attachment; filename="site-a.com-2026-11-20.csv"']);
    expect(body).toBe(
      'id,severity,scope,count,title,how_to_fix,learn_more,examples\r\n' +
        'title-missing,error,page,2,No title,Give it one,https://example.org/,https://a.com/1; https://a.com/2\r\n',
    );
  });

  test('contains an empty CSV table before the first crawl has ended', () => {
    const { status, headers, body } = ask({ open, ended: [] }, { format: 'csv' });
    expect([status, headers['Retry-After'], body.split('\r\n').length]).toEqual([202, '60', 2]);
  });
});
