import type { CDPSession, Page } from 'playwright-core';
import type { DomainRow, PastMetrics } from '../../functions/back-office/contract.ts';
import { buildBackOfficePage } from '../../infra/constructs/page-files.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { startPageServer } from '../browser/support/page-server.ts';
import { startSignInServer } from '../browser/support/sign-in-server.ts';
import type { Row } from './table.ts';

const DOMAINS = 5_000;
/** Rows per response, as in the service. */
const PAGE = 2_500;
const TRIES = 7;
/** Time after which all effects of a click are complete. */
const SETTLED_MS = 700;
const GOAL_MS = 200;
const DAY_MS = 86_400_000;
const NOW = Date.now();

/** Measures the time of the browser's main thread for showing, sorting and filtering 5,000 domains. */
export async function benchPortfolio(): Promise<Row[]> {
  const browser = await launchBrowser();
  if (!browser) throw new Error('There is no browser here');
  const signIn = await startSignInServer();
  const server = await startPageServer(buildBackOfficePage(), signIn);
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, locale: 'en-GB' });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Enter as operator' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await answerDomains(page);
    return await measureAll(page, (view) => page.goto(server.url + view));
  } finally {
    await browser.close();
    await server.close();
    await signIn.close();
  }
}

async function measureAll(page: Page, open: (view: string) => Promise<unknown>): Promise<Row[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const sampled = async (what: string, act: (index: number) => Promise<unknown>, before = () => Promise.resolve()) => {
    const samples: number[] = [];
    for (let index = 0; index < TRIES; index += 1) {
      await before();
      samples.push(await busyMs(session, page, () => act(index)));
    }
    return { what: `portfolio of 5,000: ${what}`, samples, unit: 'ms' as const, goal: GOAL_MS };
  };
  await open('#/domains');
  await page.getByText(`${DOMAINS.toLocaleString('en')} domains`, { exact: true }).waitFor();
  const leave = async () => {
    await open('#/journal');
    await page.waitForTimeout(SETTLED_MS);
  };
  const rows = [await sampled('first paint', () => open('#/domains'), leave)];
  await page.getByText(`${DOMAINS.toLocaleString('en')} domains`, { exact: true }).waitFor();
  const sort = page.getByRole('button', { name: 'SEO score', exact: true });
  rows.push(await sampled('sort', () => sort.click()));
  rows.push(await sampled('filter', (index) => open(`#/domains?where=score%3C${90 - index}&where=tag%3Dclient`)));
  const search = page.getByRole('searchbox');
  rows.push(await sampled('search by name', (index) => search.fill(`site-${index}`)));
  return rows;
}

/** Measures the time for which the main thread is busy with scripts, style, layout and painting. */
async function busyMs(session: CDPSession, page: Page, act: () => Promise<unknown>): Promise<number> {
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  const before = await busy();
  await act();
  await page.waitForTimeout(SETTLED_MS);
  return (await busy()) - before;
}

/** Responds with the list of domains; the second page follows when the first one is displayed, as over a network. */
async function answerDomains(page: Page): Promise<void> {
  const domains = Array.from({ length: DOMAINS }, (_, index) => sampleRow(index));
  await page.route('**/back-office/api/domains*', async (route) => {
    const isSecond = route.request().url().includes('after=');
    if (isSecond) await new Promise((resolve) => setTimeout(resolve, 2 * SETTLED_MS));
    const data = {
      domains: isSecond ? domains.slice(PAGE) : domains.slice(0, PAGE),
      next: isSecond ? null : domains[PAGE - 1]!.domain,
    };
    await route.fulfill({ json: { success: true, request_id: 'bench', data } }).catch(() => undefined);
  });
}

function sampleRow(index: number): DomainRow {
  const name = `site-${String(index).padStart(4, '0')}.example`;
  const day = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
  return {
    domain: name,
    domain_unicode: name,
    updated_at: day(-1),
    seo_score: (index * 7_919) % 101,
    score_of: null,
    score_error: null,
    tranco_rank: (index * 104_729) % 1_000_000,
    organic_etv: index % 3 === 0 ? null : index * 3,
    tls_valid_to: day(index % 90),
    registration_expires_at: day(index % 700),
    past: Array.from({ length: 12 }, (_, week): PastMetrics => [
      day(7 * week - 90).slice(0, 10),
      (index + week) % 100,
      index,
    ]),
    year: { from: day(-360).slice(0, 10), scores: Array.from({ length: 10 }, (_, month) => (index + month) % 100) },
    excluded: index % 50 === 0,
    failed_sources: index % 4,
    site: {
      ended_at: day(-2),
      complete: true,
      health: 100 - (index % 30),
      errors: index % 5,
      warnings: 3,
      before: { ended_at: day(-9), health: 90 },
    },
    tags: index % 2 === 0 ? ['client'] : [],
    followed: true,
    blocked: false,
  };
}
