import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SiteComparison, siteComparison } from '../../functions/core/record/site-comparison-schema.ts';
import { startTestRunner } from '../support/runner.ts';
import { crawlSite } from '../support/site-crawl.ts';
import { useOpened } from '../support/use-opened.ts';

const DOMAIN = 'faulty.example';

const runner = useOpened(() => startTestRunner({}, ['--offline']));

const compare = (more = '', headers: Record<string, string> = {}) =>
  runner.get(`/api/v1/seo/site/compare?domain=${DOMAIN}${more}`, { headers });

/** Starts another crawl and waits until it has ended. */
async function crawlAgain() {
  const started = await runner.get(`/api/v1/seo/site?domain=${DOMAIN}&refresh=1`);
  expect(started.status).toBe(202);
  await sleep(100);
  return crawlSite(runner, DOMAIN);
}

test('a site with one finished crawl has no comparison', async () => {
  await crawlSite(runner, DOMAIN);
  const answer = await compare();
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'no_comparison', retryable: false }]);
});

test('two crawls of an unchanged site have the same occurrences', async () => {
  const { finished_at } = await crawlAgain();
  const answer = await compare();
  const { data } = (await answer.json()) as { data: SiteComparison };
  expect(siteComparison.parse(data)).toEqual(data);
  const none = { error: 0, warning: 0, notice: 0 };
  expect(data).toMatchObject({ domain: DOMAIN, base: DOMAIN, finished_at, new: [], fixed: [], pages: [] });
  expect([data.counts.new, data.counts.fixed, data.truncated]).toEqual([none, none, false]);
  expect(data.persisting.length).toBeGreaterThan(50);
  expect(data.persisting).toContainEqual(
    expect.objectContaining({ issue: 'broken-link', target: `https://${DOMAIN}/missing.html`, status: 404 }),
  );
  const known = await compare('', { 'If-None-Match': answer.headers.get('etag')! });
  expect([known.status, await known.text()]).toEqual([304, '']);
});

test.each([
  ['csv', 'text/csv; charset=utf-8', 'csv', /^state,issue,severity,.*\r\npersisting,/],
  ['sarif', 'application/sarif+json', 'sarif', /"results":\[\]/],
  ['junit', 'application/xml; charset=utf-8', 'xml', /tests="1" failures="0"/],
])('the comparison as %s has its content type and a file name', async (format, type, extension, content) => {
  const answer = await compare(`&format=${format}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="site-compare-faulty\\.example-[\\d-]+\\.${extension}"`),
  );
  expect(await answer.text()).toMatch(content);
});

test('all invalid parameters are listed', async () => {
  const answer = await runner.get('/api/v1/seo/site/compare?domain=localhost&base=10.0.0.1&format=xml');
  const { details } = (await answer.json()) as { details: { param: string }[] };
  expect([answer.status, details.map(({ param }) => param).toSorted()]).toEqual([422, ['base', 'domain', 'format']]);
});
