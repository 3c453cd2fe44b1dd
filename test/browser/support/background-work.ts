import { needsFetch } from '../../../functions/core/batches/batch.ts';
import { partAfter } from '../../../functions/core/batches/start-work.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import type { ReadBatchTask, RefreshTask } from '../../../functions/core/platform/queues/work-queue.ts';
import { freshSources, snapshotOf } from '../../../functions/core/record/history-values.ts';
import type { SourceError } from '../../../functions/core/record/source-answer.ts';
import { LAST_GOOD, storeRecord } from './prepare-domains.ts';
import { sampleRecord, withoutPage } from './sample-record.ts';
import type { Stores } from './stores.ts';

const SCORE = 91;

/** The error of a name that does not exist. */
function missingError(domain: string): SourceError {
  const { code, message, retryable } = new ServiceError('domain_not_found', { params: { domain } });
  return { code, message, retryable };
}

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
        const task = JSON.parse(body) as RefreshTask | ReadBatchTask;
        if (task.task === 'refresh') works.push({ path: `domains/${task.domain}`, steps: refresh(task, stores) });
        if (task.task === 'read-batch') works.push({ path: `batches/${task.batchId}`, steps: readParts(task, stores) });
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
    await requests.fail(domain, { ...missingError(domain), failedAt: Date.parse(time) });
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

/** Fetches the domains of parts of a batch; `none-*.example` do not exist. */
async function* readParts({ batchId, part: first }: ReadBatchTask, stores: Stores) {
  const { batches, openBatches } = stores;
  yield;
  const { reading } = (await batches.readHead(batchId))!;
  for (let number: number | undefined = first; number !== undefined; number = partAfter(number, reading)) {
    const { batch, part } = (await batches.readPart(batchId, number))!;
    for (const [row, { domain, ...state }] of part.rows.entries()) {
      if (!needsFetch({ domain, ...state })) continue;
      if (domain!.startsWith('none-')) {
        const outcome = { status: 'not_found', error: missingError(domain!) } as const;
        await batches.recordOutcome(batch, { part: number, row, domain: domain! }, outcome);
      } else {
        await storeRecord(sampleRecord(domain!, { updatedAt: new Date().toISOString(), score: 86 }), stores);
      }
    }
    await batches.endPart(batchId, number);
    await openBatches.remove(batch);
  }
}
