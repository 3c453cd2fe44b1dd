import { expect, test } from '@jest/globals';
import { type SiteComparison, siteComparison } from '../../functions/core/record/site-comparison-schema.ts';
import { type SiteCrawlsAnswer, siteCrawlsAnswer } from '../../functions/core/record/site-schema.ts';
import { startTestRunner } from '../support/runner.ts';
import { crawlSite } from '../support/site-crawl.ts';
import { useOpened } from '../support/use-opened.ts';

const DOMAIN = 'faulty.example';
/** Its second version. */
const STAGING = 'staging.example';

const runner = useOpened(() => startTestRunner({}, ['--offline']));

const compare = (more = '', headers: Record<string, string> = {}) =>
  runner.get(`/api/v1/seo/site/compare?domain=${DOMAIN}${more}`, { headers });

/** Starts another crawl and waits until it has ended. */
async function crawlAgain() {
  const started = await runner.get(`/api/v1/seo/site?domain=${DOMAIN}&refresh=1`);
  expect(started.status).toBe(202);
  return crawlSite(runner, DOMAIN);
}

test('a site that was never crawled has neither a comparison nor a list of crawls', async () => {
  for (const list of ['compare', 'crawls']) {
    const answer = await runner.get(`/api/v1/seo/site/${list}?domain=${DOMAIN}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'not_crawled', retryable: false }]);
  }
});

test('a site with one crawl has no comparison', async () => {
  await crawlSite(runner, DOMAIN);
  const answer = await compare();
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'no_comparison', retryable: false }]);
});

test('two crawls of an unchanged site have the same occurrences', async () => {
  const { crawl_id } = await crawlAgain();
  const answer = await compare();
  const { data } = (await answer.json()) as { data: SiteComparison };
  expect(siteComparison.parse(data)).toEqual(data);
  const none = { error: 0, warning: 0, notice: 0 };
  expect(data).toMatchObject({ domain: DOMAIN, base_domain: DOMAIN, verdict: 'passed', crawl: { crawl_id } });
  expect([data.new, data.fixed, data.pages, data.truncated]).toEqual([[], [], [], false]);
  expect(data.counts).toMatchObject({ new: none, fixed: none, not_compared: { newer: none, base: none } });
  expect(data.persisting.length).toBeGreaterThan(50);
  expect(data.persisting).toContainEqual(
    expect.objectContaining({ issue: 'broken-link', target: `https://${DOMAIN}/missing.html`, status: 404 }),
  );
  const known = await compare('', { 'If-None-Match': answer.headers.get('etag')! });
  expect([known.status, await known.text()]).toEqual([304, '']);
});

test('the crawls of a site are listed, newest first, and can be compared in any order', async () => {
  const answer = await runner.get(`/api/v1/seo/site/crawls?domain=${DOMAIN}`);
  const { data } = (await answer.json()) as { data: SiteCrawlsAnswer };
  expect(siteCrawlsAnswer.parse(data)).toEqual(data);
  const [newer, older] = data.items;
  expect(data).toMatchObject({ domain: DOMAIN, audit_crawl_id: newer!.crawl_id });
  for (const crawl of data.items) expect(crawl).toMatchObject({ status: 'done', complete: true, started_by: 'you' });
  expect(newer!.finished_at! > older!.finished_at!).toBe(true);
  const compared = await compare(`&crawl=${older!.crawl_id}&base=${newer!.crawl_id}`);
  expect(((await compared.json()) as { data: SiteComparison }).data).toMatchObject({ crawl: older, base: newer });
  const table = await runner.get(`/api/v1/seo/site/crawls?domain=${DOMAIN}&format=csv`);
  expect((await table.text()).split('\r\n').map((row) => row.split(',')[0])).toEqual([
    ...['crawl_id', newer!.crawl_id, older!.crawl_id, ''],
  ]);
});

test.each([
  ['csv', 'text/csv; charset=utf-8', 'csv', /^state,issue,severity,.*\r\npersisting,/],
  ['sarif', 'application/sarif+json', 'sarif', /"executionSuccessful":true,.*"baselineState":"unchanged"/],
  ['junit', 'application/xml; charset=utf-8', 'xml', /tests="2" failures="0"/],
])('the comparison as %s has its content type and a file name', async (format, type, extension, content) => {
  const answer = await compare(`&format=${format}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="site-compare-faulty\\.example-[\\d-]+\\.${extension}"`),
  );
  expect(await answer.text()).toMatch(content);
});

test('all invalid parameters are listed', async () => {
  const answer = await runner.get('/api/v1/seo/site/compare?domain=localhost&crawl=1&base=10.0.0.1&format=xml');
  const { details } = (await answer.json()) as { details: { param: string }[] };
  const names = details.map(({ param }) => param).toSorted();
  expect([answer.status, names]).toEqual([422, ['base', 'crawl', 'domain', 'format']]);
});

test('the second version of a site, on another domain, is compared with it', async () => {
  await crawlSite(runner, STAGING);
  const answer = await runner.get(`/api/v1/seo/site/compare?domain=${STAGING}&base=${DOMAIN}`);
  const { data } = (await answer.json()) as { data: SiteComparison };
  expect(siteComparison.parse(data)).toEqual(data);
  expect(data).toMatchObject({ domain: STAGING, base_domain: DOMAIN, verdict: 'failed' });
  const none = { error: 0, warning: 0, notice: 0 };
  expect(data.counts.not_compared).toEqual({ newer: none, base: none });
  const severe = (rows: SiteComparison['new']) =>
    rows.filter(({ severity }) => severity !== 'notice').map(({ issue, url }) => `${issue} ${new URL(url).pathname}`);
  expect({
    new: severe(data.new),
    fixed: severe(data.fixed),
    pages: data.pages.map(({ url, fields }) => [new URL(url).pathname, ...fields.map(({ name }) => name)].join(' ')),
  }).toEqual({
    new: [
      'client-error /team.html',
      'client-error /visit.html',
      'client-error /archive/5.html',
      'broken-link /about.html',
      'broken-link /about.html',
      'broken-link /archive/4.html',
      'sitemap-noindex /archive/3.html',
      'sitemap-error /archive/5.html',
      'title-missing /news.html',
    ],
    fixed: ['broken-link /links/missing.html', 'redirect-temporary /links/redirect-temporary.html'],
    pages: [
      '/about.html content_hash',
      '/links/missing.html meta_description content_hash',
      '/titles/short.html title',
      '/archive/3.html x_robots_tag indexable',
      '/archive/5.html http_status',
    ],
  });
  expect(data.persisting.length).toBeGreaterThan(50);
});
