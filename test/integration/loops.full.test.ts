import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { SiteAnswer } from '../../functions/core/record/site-schema.ts';
import { type Runner, startRunner } from '../../infra/local/runner.ts';
import { readRunnerSettings } from '../../infra/local/settings.ts';
import type { ServiceModel } from '../../infra/local/template/service-model.ts';
import { punctual } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Approximate number of invocations before Lambda stops a recursive loop. */
const MAX_INVOCATIONS = 16;
/** Longer than a slice waits for a rate-limit slot, so that each page is its own slice. */
const CRAWL_DELAY_SECONDS = 2.5;
const PAGES = 20;
/** The plan of the key allows one request per second. */
const POLL_MS = 1_500;

const page = (number: number) => `/page-${number}`;
const html = (title: string, links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}`;

let site: TestSite;
const opened: { runner: Runner; dataDir: string }[] = [];
const environment = { ...process.env };

beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  site = await startSite(({ url = '', headers }, response) => {
    const type = url === '/robots.txt' ? 'text/plain' : 'text/html';
    const links = Array.from({ length: PAGES - 1 }, (_, number) => page(number + 1));
    const robots = `User-agent: *\nCrawl-delay: ${CRAWL_DELAY_SECONDS}\n`;
    const isKnown = url === '/' || url === '/robots.txt' || links.includes(url);
    const body = url === '/robots.txt' ? robots : html(`${headers.host} ${url}`, url === '/' ? links : []);
    response.writeHead(isKnown ? 200 : 404, { 'content-type': type }).end(isKnown ? body : '');
  });
});
afterAll(async () => {
  for (const { runner, dataDir } of opened) {
    await runner.close();
    rmSync(dataDir, { recursive: true });
  }
  await site.close();
  process.env = environment;
  jest.restoreAllMocks();
});

/** Starts a runner in this process with the deployed service or an adapted one. */
async function open(host: string, adapt?: (model: ServiceModel) => ServiceModel): Promise<Runner> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loops-'));
  process.env = {
    ...{ ...environment, ...punctual, PORT: '0', LOCAL_DATA_DIR: dataDir },
    LOCAL_RESOLVE: `${host}=127.0.0.1:${site.port}`,
  };
  const runner = await startRunner(readRunnerSettings([]), adapt);
  opened.push({ runner, dataDir });
  return runner;
}

/** Returns the audit of the site as soon as the rate limit of the key allows it. */
async function audit({ url, apiKey }: Runner, domain: string) {
  await sleep(POLL_MS);
  const response = await fetch(`${url}/api/v1/seo/site?domain=${domain}`, { headers: { 'X-SEO-API-Key': apiKey } });
  return ((await response.json()) as { data: SiteAnswer }).data;
}

test('a crawl of a slow site ends with all pages when its function allows recursive loops', async () => {
  const domain = 'slow.test';
  const runner = await open(domain);
  let last = await audit(runner, domain);
  for (; last.status !== 'done' && last.status !== 'stopped'; last = await audit(runner, domain));
  expect(last).toMatchObject({ status: 'done', stop_reason: null, pages: { total: PAGES } });
});

test('the same crawl is stopped without this setting, and its message becomes a failed job', async () => {
  const domain = 'stopped.test';
  const without = (model: ServiceModel) => ({
    ...model,
    functions: model.functions.map((each) => ({ ...each, allowsRecursion: false })),
  });
  const runner = await open(domain, without);
  expect((await audit(runner, domain)).progress?.fetched).toBe(0);
  const refusals = () => {
    const lines = jest.mocked(console.error).mock.calls.map(([line]) => String(line));
    return lines.filter((line) => line.includes('recursive loop: site-crawler was not invoked')).length;
  };
  while (refusals() === 0) await sleep(500);
  const { status, progress } = await audit(runner, domain);
  expect(status).toBe('crawling');
  expect(progress!.fetched).toBeGreaterThan(0);
  expect(progress!.fetched).toBeLessThanOrEqual(MAX_INVOCATIONS);
});
