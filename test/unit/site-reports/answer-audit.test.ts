import { describe, expect, test } from '@jest/globals';
import { type SiteAnswer, siteAnswer, type SiteResult } from '../../../functions/core/record/site-schema.ts';
import { answerAudit } from '../../../functions/core/site-reports/answer/site-endpoint.ts';
import { auditView, crawlView, type SiteView } from '../../../functions/core/site-reports/site-view.ts';
import { shownOptions, shownScope, type StopReason } from '../../../functions/core/crawls/store/item.ts';
import type { CrawlsOfDomain, ReportedCrawl } from '../../../functions/core/crawls/store/site-crawls.ts';
import { apiEvent } from '../../support/api-event.ts';
import { endedCrawl, crawlInProgress, siteResult } from '../../support/site-audit.ts';
import { entryOf, incomplete, partOf } from '../crawls/store/store-crawl.ts';

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

const inProgress = crawlInProgress({
  ...{ id: '2', owner: 'o', admitted: 200, found: 80, fetched: 50 },
  ...{ startedAt: '2026-11-22T10:00:00.000Z', updatedAt: '2026-11-22T10:01:30.000Z' },
});
const audit: ReportedCrawl = {
  ...endedCrawl({ id: '1', startedAt: '2026-11-20T10:00:00.000Z', finishedAt: '2026-11-20T10:05:00.000Z' }),
  ...{ updatedAt: '2026-11-20T10:05:00.000Z', resultJson: JSON.stringify(siteResult({ issues: [issue] })) },
};
const history = [entryOf(audit)];

const stored = (crawls: Partial<CrawlsOfDomain>): CrawlsOfDomain => {
  return { audit: null, last: null, inProgress: [], historyJson: '[]', ...crawls };
};
const viewOf = (crawls: Partial<CrawlsOfDomain>, owner = 'o') => auditView(stored(crawls), owner)!;

function answer(view: SiteView, { format, known, method = 'GET' }: Record<string, string> = {}) {
  const headers = known ? { 'If-None-Match': [known] } : {};
  const event = { ...apiEvent('domain=a.com'), httpMethod: method, multiValueHeaders: headers };
  const found = answerAudit(event, view, { format: format as 'csv' | undefined }, NOW);
  const read = () => siteAnswer.parse((JSON.parse(found.body) as { data: SiteAnswer }).data);
  return { status: found.statusCode, headers: found.headers ?? {}, body: found.body, read };
}

const progress = {
  step: 'requesting',
  found: 80,
  fetched: 50,
  limit: 200,
  started_at: inProgress.startedAt,
  updated_at: inProgress.updatedAt,
};

describe('the audit of a site', () => {
  test('contains the progress of the first crawl, and null for its result', () => {
    const { status, headers, read } = answer(viewOf({ inProgress: [inProgress] }));
    expect([status, headers['Retry-After'], headers.ETag]).toEqual([202, '60', undefined]);
    const { sources, ...data } = read();
    const members = Object.keys(siteResult());
    expect(data).toEqual({
      ...{ domain: 'a.com', crawl_id: '2', status: 'crawling', stop_reason: null, complete: false },
      unread: null,
      ...{ started_at: inProgress.startedAt, finished_at: null, updated_at: inProgress.updatedAt },
      ...{
        scope: shownScope(inProgress.scope),
        limit: 500,
        options: shownOptions(inProgress.options),
        poll_after_seconds: 60,
        progress,
      },
      last_crawl: {
        ...{ crawl_id: '2', status: 'crawling', complete: false, stop_reason: null, finished_at: null },
        scope: shownScope(inProgress.scope),
      },
      ...Object.fromEntries([...members, 'history'].map((member) => [member, null])),
    });
    expect(sources).toMatchObject([{ id: 'site', status: 'pending', fetched_at: null, from_cache: false }]);
  });

  test('contains the result and the state of the audit, and the progress of the crawl in progress', () => {
    const queued = { ...inProgress, status: 'queued' as const, found: 0, fetched: 0 };
    const { status, read } = answer(viewOf({ inProgress: [queued], audit, last: audit }));
    expect(status).toBe(202);
    expect(read()).toMatchObject({
      ...{ crawl_id: '1', status: 'done', complete: true, started_at: audit.startedAt, finished_at: audit.finishedAt },
      ...{ updated_at: audit.updatedAt, site_score: 100, issues: [issue] },
      progress: { found: 0, fetched: 0, started_at: inProgress.startedAt },
      last_crawl: { crawl_id: '2', status: 'queued', finished_at: null },
      sources: [{ status: 'pending', fetched_at: audit.finishedAt, from_cache: true, duration_ms: 300_000 }],
    });
  });

  test('contains the stored result and the history after the crawl has ended', () => {
    const options = { external: true, resources: false, rate: 2.5 };
    const unread = ['links', 'hidden_links'] as const;
    const view = viewOf({ audit: { ...audit, options, unread }, last: audit, historyJson: JSON.stringify(history) });
    const { status, headers, read } = answer(view);
    expect([status, headers['Retry-After']]).toEqual([200, undefined]);
    const { sources, ...data } = read();
    expect(data).toEqual({
      ...{ domain: 'a.com', crawl_id: '1', status: 'done', stop_reason: null, complete: true, unread },
      ...{ started_at: audit.startedAt, finished_at: audit.finishedAt, updated_at: audit.updatedAt },
      ...{
        scope: shownScope(audit.scope),
        limit: 500,
        options: shownOptions(options),
        poll_after_seconds: null,
        progress: null,
        last_crawl: null,
      },
      ...siteResult({ issues: [issue] }),
      history,
    });
    expect(sources).toMatchObject([
      { status: 'ok', fetched_at: audit.finishedAt, from_cache: false, duration_ms: 300_000, error: null },
    ]);
  });

  test('names a newer crawl that failed, and contains no other value of it', () => {
    const last = endedCrawl({ id: '3', startedAt: '2026-11-21T10:00:00.000Z', ...incomplete('unreachable') });
    const { status, read } = answer(viewOf({ audit, last }));
    expect(status).toBe(200);
    expect(read()).toMatchObject({
      ...{ crawl_id: '1', status: 'done', stop_reason: null, complete: true, site_score: 100 },
      last_crawl: {
        ...{ crawl_id: '3', status: 'stopped', complete: false, stop_reason: 'unreachable' },
        ...{ finished_at: '2026-11-21T10:01:00.000Z', scope: shownScope(last.scope) },
      },
      sources: [{ status: 'ok', error: null }],
    });
  });

  test('names no older crawl that ended later', () => {
    expect(answer(viewOf({ audit, last: endedCrawl({ id: '0' }) })).read().last_crawl).toBeNull();
  });

  test("has the progress of the caller's own crawl, else of the one that was started first", () => {
    const crawls = { audit, inProgress: [inProgress, { ...inProgress, id: '3', owner: 'p', found: 7 }] };
    const foundFor = (owner: string) => answer(viewOf(crawls, owner)).read().progress!.found;
    expect(['o', 'p', 'q'].map(foundFor)).toEqual([80, 7, 80]);
  });

  test.each<[StopReason, string, string | null]>([
    ['page_limit', 'ok', null],
    ['allowance', 'partial', 'allowance'],
    ['cancelled', 'partial', 'cancelled'],
    ['blocked', 'blocked', 'blocked'],
    ['robots', 'blocked', 'robots'],
    ['unreachable', 'error', 'unreachable'],
    ['work_limit', 'partial', 'work_limit'],
  ])('contains the reason of a stopped crawl: %s', (stopReason, status, code) => {
    const { read } = answer(viewOf({ audit: { ...audit, ...incomplete(stopReason) } }));
    const { stop_reason, complete, sources } = read();
    expect([stop_reason, complete]).toEqual([stopReason, false]);
    expect([sources[0]!.status, sources[0]!.error?.code ?? null]).toEqual([status, code]);
  });

  test('returns 304 when the caller has the same version', () => {
    const view = viewOf({ audit });
    const { headers } = answer(view);
    const known = String(headers.ETag);
    expect(answer(view, { known })).toMatchObject({ status: 304, body: '' });
    const other = { ...audit, finishedAt: '2026-11-21T10:05:00.000Z' };
    expect(answer(viewOf({ audit: other }), { known }).status).toBe(200);
    expect(answer(viewOf({ audit, last: endedCrawl({ id: '3' }) }), { known }).status).toBe(200);
    expect(answer(view, { known, format: 'csv' }).status).toBe(200);
    expect(answer(viewOf({ audit, inProgress: [inProgress] }), { known }).status).toBe(202);
    expect(answer(view, { known, method: 'DELETE' }).status).toBe(200);
  });

  test('contains its issues as a CSV table', () => {
    const { status, headers, body } = answer(viewOf({ audit }), { format: 'csv' });
    expect([status, headers['Content-Disposition']]).toEqual([200, 'attachment; filename="site-a.com-2026-11-20.csv"']);
    expect(body).toBe(
      'id,severity,scope,count,title,how_to_fix,learn_more,examples\r\n' +
        'title-missing,error,page,2,No title,Give it one,https://example.org/,https://a.com/1; https://a.com/2\r\n',
    );
  });

  test('contains an empty CSV table before the first crawl has ended', () => {
    const { status, headers, body } = answer(viewOf({ inProgress: [inProgress] }), { format: 'csv' });
    expect([status, headers['Retry-After'], body.split('\r\n').length]).toEqual([202, '60', 2]);
  });
});

describe('the answer for the id of a crawl', () => {
  const part = endedCrawl({ id: '0', startedAt: '2026-11-19T10:00:00.000Z', scope: partOf('/blog/') });
  const reader = {
    readEnded: ({ id }: { id: string }) => Promise.resolve(id === part.id ? part : null),
    readResult: () => Promise.resolve(JSON.stringify(siteResult({ health: 40 }))),
  };
  const answerFor = async (id: string, crawls: Partial<CrawlsOfDomain>) => {
    return answer(await crawlView({ domain: 'a.com', id }, stored(crawls), reader));
  };

  test('is final for one that has ended, though another one is in progress', async () => {
    const { status, headers, read } = await answerFor('0', { audit, last: audit, inProgress: [inProgress] });
    expect([status, headers['Retry-After']]).toEqual([200, undefined]);
    expect(read()).toMatchObject({
      ...{ crawl_id: '0', status: 'done', complete: true, scope: shownScope(part.scope), health: 40 },
      ...{ progress, last_crawl: { crawl_id: '2' } },
      sources: [{ status: 'ok', fetched_at: part.finishedAt }],
    });
  });

  test('is 202 for one in progress, without the result of the audit', async () => {
    const { status, headers, read } = await answerFor('2', { audit, last: audit, inProgress: [inProgress] });
    expect([status, headers['Retry-After']]).toEqual([202, '60']);
    expect(read()).toMatchObject({ crawl_id: '2', status: 'crawling', health: null, progress });
  });

  test('is the audit for its id', async () => {
    const { read } = await answerFor('1', { audit, last: audit });
    expect(read()).toEqual(answer(viewOf({ audit, last: audit })).read());
  });

  test('is a 404 for one that is not stored, and for a domain that was never crawled', async () => {
    await expect(answerFor('9', { audit, last: audit })).rejects.toMatchObject({
      kind: 'crawl_not_found',
      status: 404,
    });
    await expect(answerFor('9', { inProgress: [inProgress] })).rejects.toMatchObject({ kind: 'crawl_not_found' });
    await expect(answerFor('9', {})).rejects.toMatchObject({ kind: 'not_crawled', status: 404 });
  });
});
