import { setTimeout as sleep } from 'node:timers/promises';
import { startProviders } from '../../infra/sandbox/providers/server.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { median, type Row } from './table.ts';

const LATENCY_MS = 300;
const ROUNDS = 7;
/** Longer than the longest interval of a source, so that no refresh waits for a rate-limit slot. */
const APART_MS = 2_500;
const KEY = 'bench-key';
const PROVIDERS = ['rdap', 'tranco', 'open_page_rank', 'wayback', 'common_crawl', 'crux', 'pagespeed', 'dataforseo'];

/** Compares a refresh, with the same latency of all sources, with the crawl alone. */
export async function benchRefresh(): Promise<Row[]> {
  const providers = await startProviders({ key: KEY, latencyMs: LATENCY_MS });
  const keys = { OPEN_PAGE_RANK_KEY: KEY, GOOGLE_API_KEY: KEY, DATAFORSEO_LOGIN: KEY, DATAFORSEO_PASSWORD: KEY };
  const [crawl, full] = await Promise.all([
    startTestRunner({ ...providers.urls, DISABLED_SOURCES: PROVIDERS.join(',') }),
    startTestRunner({ ...providers.urls, ...keys, DAILY_BUDGET_USD: '100' }),
  ]);
  const crawlMs = await refreshTimes(crawl);
  const fullMs = await refreshTimes(full);
  await Promise.all([crawl.close(), full.close(), providers.close()]);
  return [
    { what: 'refresh, crawl alone', samples: crawlMs, unit: 'ms' },
    { what: `refresh, all sources at ${LATENCY_MS} ms`, samples: fullMs, unit: 'ms' },
    {
      what: 'slowest-source share: (all sources - crawl) / one source',
      samples: [(median(fullMs) - median(crawlMs)) / LATENCY_MS],
      unit: 'ratio',
      goal: 1.3,
    },
  ];
}

async function refreshTimes(runner: TestRunner): Promise<number[]> {
  const times: number[] = [];
  // The first round loads code and the providers' lists; it does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    const response = await runner.get('/api/v1/seo/query?domain=shop.example&refresh=1');
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The refresh answered ${response.status}`);
    if (round > 0) times.push(performance.now() - started);
    await sleep(APART_MS);
  }
  return times;
}
