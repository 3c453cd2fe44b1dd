import { setTimeout as sleep } from 'node:timers/promises';
import { sources } from '../../../functions/core/sources/index.ts';
import { onlyHomePage, startSite } from '../../support/site.ts';
import { punctual, startTestRunner, type TestRunner } from '../../support/runner.ts';

const PLAN = { requestsPerSecond: 500, burst: 1_000, monthlyQuota: 100_000, domainsPerDay: 100_000 };
const TIMEOUT_MS = 600_000;
const POLL_MS = 500;
/** Time without requests after which the workers are considered idle, longer than the pauses of a crawl. */
const QUIET_MS = 1_500;
const PAGE = `<title>A page of a site</title><meta name="description" content="What is on it">${'<p>of some words</p>'.repeat(200)}`;

/** A runner with a site that has any number of names. */
export interface BatchRunner {
  runner: TestRunner;
  /** @returns names that were not returned before */
  newDomains(count: number): string[];
  /** Sets the latency of the site. */
  setLatency(ms: number): void;
  /** Creates a batch. @returns its id */
  post(domains: string[]): Promise<string>;
  pendingOf(batchId: string): Promise<number>;
  /** Waits until no row of a batch is pending. */
  settled(batchId: string): Promise<void>;
  /** Cancels a batch, and waits until the site receives no more requests. */
  cancel(batchId: string): Promise<void>;
  close(): Promise<void>;
}

interface Manner {
  /** Disables the sources with rate limits. */
  siteAlone: boolean;
}

export async function startBatchRunner({ siteAlone }: Manner): Promise<BatchRunner> {
  const answer = onlyHomePage(() => PAGE);
  let latencyMs = 0;
  let requestedAt = 0;
  const site = await startSite((request, response) => {
    requestedAt = performance.now();
    void sleep(latencyMs).then(() => answer(request, response));
  });
  const others = sources.filter(({ address }) => address !== null).map(({ id }) => id);
  const runner = await startTestRunner(
    {
      ...punctual,
      LOCAL_RESOLVE: `*.test=127.0.0.1:${site.port}`,
      CDK_CONTEXT_JSON: JSON.stringify({ basicPlan: PLAN }),
      ...(siteAlone && { DISABLED_SOURCES: others.join(',') }),
    },
    ['--offline'],
  );
  let domainCount = 0;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${runner.url}/api/v1/seo/batches${path}`, {
      method,
      headers: { 'X-SEO-API-Key': runner.apiKey, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} is answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: { batch_id: string; totals: { pending: number; done: number } } }).data;
  };

  const self: BatchRunner = {
    runner,
    newDomains: (count) => Array.from({ length: count }, () => `site-${(domainCount += 1)}.test`),
    setLatency: (ms) => void (latencyMs = ms),
    post: async (domains) => (await call('POST', '', { domains, fields: ['seo_score'] })).batch_id,
    pendingOf: async (batchId) => (await call('GET', `/${batchId}?limit=1`)).totals.pending,
    async settled(batchId) {
      const until = Date.now() + TIMEOUT_MS;
      while ((await self.pendingOf(batchId)) > 0) {
        if (Date.now() > until) throw new Error('The batch is still pending');
        await sleep(POLL_MS);
      }
    },
    async cancel(batchId) {
      await call('DELETE', `/${batchId}`);
      while (performance.now() - requestedAt < QUIET_MS) await sleep(100);
    },
    async close() {
      await runner.close();
      await site.close();
    },
  };
  return self;
}
