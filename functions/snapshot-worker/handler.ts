import { sqsHandler } from '../shared/aws/sqs-handler.ts';
import { completePart } from '../shared/batches/complete-part.ts';
import { readPart } from '../shared/batches/read-part.ts';
import { completeRecord } from '../shared/domain-record/complete-record.ts';
import { createBatchWorkServices } from '../shared/batches/open-batch-work.ts';
import { createRecordServices } from '../shared/domain-record/services.ts';
import { repeatCrawl } from '../shared/site-crawl/repeat-crawl.ts';
import { createCrawlQueue } from '../shared/storage/crawl-queue.ts';
import { createOpenCrawls } from '../shared/storage/site-crawls/open-crawls.ts';
import { createSiteCrawls } from '../shared/storage/site-crawls/site-crawls.ts';
import { readSettings, snapshotWorkerSettings } from '../shared/settings/settings.ts';
import { createBackgroundRequests } from '../shared/storage/background-requests.ts';
import { createKeywordIndex } from '../shared/storage/keyword-index/keyword-index.ts';
import { createLearningRuns } from '../shared/storage/learning-runs.ts';
import { createScheduledSnapshots } from '../shared/storage/domain-history/scheduled-snapshots.ts';
import { createSuggestionCache } from '../shared/storage/suggestion-cache.ts';
import { createLastFailures } from '../shared/storage/operations/last-failures.ts';
import { MOST_RECEIVES } from '../shared/storage/most-receives.ts';
import { queueOfArn } from '../shared/storage/queue-names.ts';
import type { WorkTask } from '../shared/storage/work-queue.ts';
import { learnSuggestions } from './learn-keywords.ts';
import { readTask } from './read-task.ts';
import { refreshDomain } from './refresh-domain.ts';
import { takeSnapshot } from '../shared/domain-record/take-snapshot.ts';
import { createSdkDynamoDB } from '../shared/storage/dynamodb/sdk-client.ts';

const settings = readSettings(snapshotWorkerSettings);
const db = createSdkDynamoDB();
const records = createRecordServices(db, settings);
const services = {
  ...records,
  ...createBatchWorkServices({ db, settings, isReachable: records.isReachable }),
  requests: createBackgroundRequests(db, settings.COORDINATION_TABLE),
  snapshots: createScheduledSnapshots(db, settings.DOMAIN_HISTORY_TABLE),
  index: createKeywordIndex(db, settings.KEYWORDS_TABLE),
  suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
  runs: createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now),
};
const crawling = {
  ...records,
  crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now),
  openCrawls: createOpenCrawls(db, settings.SITE_CRAWLS_TABLE),
  queue: createCrawlQueue(settings),
};

const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

type UseCase<Task> = (task: Task, given: typeof services) => Promise<void>;

const USE_CASES: { [Task in WorkTask as Task['task']]: UseCase<Task> } = {
  async snapshot(task, given) {
    await takeSnapshot(task, given);
    if (settings.WEEKLY_SITE_CRAWLS) await repeatCrawl(task.domain, settings.MAX_CRAWL_PAGES, crawling);
  },
  'complete-record': completeRecord,
  'learn-suggestions': learnSuggestions,
  refresh: refreshDomain,
  'read-batch': readPart,
  'complete-batch': completePart,
};

/** Processes messages of the queues. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(body);
    await (USE_CASES[task.task] as UseCase<WorkTask>)(task, services);
    return task;
  },
  { mostReceives: (queueArn) => MOST_RECEIVES[queueOfArn(queueArn, settings) ?? 'work'], note: failures.note },
);
