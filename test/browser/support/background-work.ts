import type { RefreshTask } from '../../../functions/core/platform/queues/work-queue.ts';
import { freshSources, snapshotOf } from '../../../functions/core/record/history-values.ts';
import { LAST_GOOD, storeRecord } from './prepare-domains.ts';
import { sampleRecord, withoutPage } from './sample-record.ts';
import type { Stores } from './stores.ts';

const SCORE = 91;

/** Work on a message: it continues with each request of the path that shows its progress. */
interface Work {
  path: string;
  steps: AsyncGenerator<void>;
}

export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

/**
 * Creates what stands for the functions that process messages: each message takes three polls and then stores prepared
 * results, so that the page shows waiting, running and completed work.
 */
export function createBackgroundWork(stores: Stores) {
  let works: Work[] = [];
  return {
    receive(messages: { body: string }[]) {
      for (const { body } of messages) {
        const task = JSON.parse(body) as RefreshTask;
        if (task.task === 'refresh') works.push({ path: `domains/${task.domain}`, steps: refresh(task, stores) });
      }
    },
    /** Continues the work that a request of this path shows. */
    async poll(path: string) {
      for (const work of works.filter((one) => one.path === path)) {
        if ((await work.steps.next()).done) works = works.filter((one) => one !== work);
      }
    },
    reset() {
      works = [];
    },
  };
}

/** Fetches a domain: the site of `failing.example` returns HTTP 503, and `missing.example` does not exist. */
async function* refresh({ domain }: RefreshTask, stores: Stores) {
  const { leases, requests, history } = stores;
  yield;
  const holder = (await leases.acquire(domain))!;
  yield;
  const time = new Date().toISOString();
  if (domain === 'missing.example') {
    const message = `The domain name ${domain} does not exist. Check its spelling.`;
    await requests.fail(domain, { code: 'domain_not_found', message, retryable: false, failedAt: Date.parse(time) });
  } else {
    const record = sampleRecord(domain, { updatedAt: time, score: SCORE });
    const fetched = domain === 'failing.example' ? withoutPage(record, LAST_GOOD) : record;
    await storeRecord(fetched, stores);
    const values = snapshotOf(fetched, freshSources(fetched));
    await history.add({ domain, captured_at: time, origin: 'refresh', ...values });
    await requests.end(domain);
  }
  await leases.release(domain, holder);
}
