import { needsFetch } from '../../../functions/core/batches/batch.ts';
import { partAfter } from '../../../functions/core/batches/start-work.ts';
import { learnSuggestions } from '../../../functions/core/keywords/suggestions/learn-suggestions.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import type { ReadBatchTask } from '../../../functions/core/batches/tasks.ts';
import type { CrawlTask } from '../../../functions/core/crawls/tasks.ts';
import type { RefreshTask } from '../../../functions/core/domains/tasks.ts';
import type { LearnSuggestionsTask } from '../../../functions/core/keywords/tasks.ts';
import { freshSources, snapshotOf } from '../../../functions/core/record/history-values.ts';
import type { SourceError } from '../../../functions/core/record/source-answer.ts';
import { SERVICE } from '../../../functions/core/crawls/store/private-crawls.ts';
import { createSiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { endCrawl } from './prepare-sites.ts';
import { sampleOccurrences, sampleRows } from './sample-site.ts';
import { LAST_GOOD, storeRecord } from './prepare-domains.ts';
import { sampleRecord, withoutPage } from './sample-record.ts';
import type { Stores } from './stores.ts';

const SCORE = 91;

/** The error of a name that does not exist. */
function missingError(domain: string): SourceError {
  const { code, message, retryable } = new ServiceError('domain_not_found', { values: { domain } });
  return { code, message, retryable };
}

/** Work on a message: it continues with each request of the path that shows its progress. */
interface Work {
  path: string;
  steps: AsyncGenerator<void>;
}

/**
 * Creates what stands for the functions that process messages: each message takes three polls and then stores prepared
 * results, so that the page shows waiting, running and completed work.
 */
export function createBackgroundWork(stores: Stores) {
  let works: Work[] = [];
  return {
    receive(messages: { body: string }[]) {
      for (const { body } of messages) {
        const task = JSON.parse(body) as RefreshTask | ReadBatchTask | LearnSuggestionsTask | CrawlTask;
        if (!('task' in task)) works.push({ path: `domains/${task.domain}/site`, steps: crawl(task, stores) });
        else if (task.task === 'refresh') works.push({ path: `domains/${task.domain}`, steps: refresh(task, stores) });
        else if (task.task === 'learn-suggestions') works.push({ path: 'keywords', steps: learn(task, stores) });
        else if (task.task === 'read-batch')
          works.push({ path: `batches/${task.batchId}`, steps: readParts(task, stores) });
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

/** Adds suggestions to the keyword index. */
async function* learn(task: LearnSuggestionsTask, stores: Stores) {
  yield;
  await learnSuggestions(task, stores);
}

/** Fetches the domains of parts of a batch; `none-*.example` do not exist. */
async function* readParts({ batchId, part: first }: ReadBatchTask, stores: Stores) {
  const { batches, batchesInProgress } = stores;
  const { reading, fetches } = (await batches.readHead(batchId))!;
  // The page polls a large batch a minute later.
  if (fetches < 100) yield;
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
    await batchesInProgress.remove(batch);
  }
}

/** Crawls a site, until it is complete or is stopped; a second message of a crawl changes nothing. */
async function* crawl({ domain, id }: CrawlTask, stores: Stores) {
  const crawls = createSiteCrawls(stores.db, siteCrawlsTable.name, Date.now);
  const read = async () => (await crawls.readInProgress(domain, { viewer: SERVICE })).find((one) => one.id === id);
  for (let slices = 1; slices < 3; slices += 1) {
    const open = await read();
    if (!open || open.stopReason !== null) break;
    await crawls.touch(open, { found: slices * 120, fetched: slices * 40, slices });
    yield;
  }
  const open = await read();
  const rows = sampleRows();
  const stopped = open?.stopReason && { stopReason: open.stopReason };
  const end = { rows, evidence: sampleOccurrences(rows), finishedAt: new Date().toISOString(), ...stopped };
  if (open) await endCrawl(open, end, stores);
}
