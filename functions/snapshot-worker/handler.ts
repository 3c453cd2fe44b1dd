import { sqsHandler } from '../core/platform/queues/sqs-handler.ts';
import { readPart } from '../core/batches/read-part.ts';
import { completeRecord } from '../core/domains/complete-record.ts';
import { createReadingServices } from '../core/batches/batch-work-services.ts';
import { createRecordServices } from '../core/domains/services.ts';
import { repeatCrawl } from '../core/crawls/begin-crawl.ts';
import { createVerifications } from '../core/crawls/store/verifications.ts';
import { createCrawlQueue } from '../core/crawls/tasks.ts';
import { createCrawlsInProgress } from '../core/crawls/store/crawls-in-progress.ts';
import { createSiteCrawls } from '../core/crawls/store/site-crawls.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createBackgroundRequests } from '../core/sources/providers/background-requests.ts';
import { createKeywordIndex } from '../core/keywords/index/keyword-index.ts';
import { createLearningRuns } from '../core/keywords/suggestions/learning-runs.ts';
import { createScheduledSnapshots } from '../core/domains/store/domain-history.ts';
import { createSuggestionCache } from '../core/keywords/suggestions/suggestion-cache.ts';
import { createLastFailures } from '../core/operations/failed-jobs.ts';
import { MAX_RECEIVES, queueOfArn } from '../core/operations/queues.ts';
import { type WorkTask, workTask } from '../core/operations/work-tasks.ts';
import { learnSuggestions } from '../core/keywords/suggestions/learn-suggestions.ts';
import { readTask } from '../core/platform/queues/read-task.ts';
import { refreshDomain } from '../core/domains/refresh-domain.ts';
import { takeSnapshot } from '../core/domains/take-snapshot.ts';
import { evaluateWatches } from '../core/watches/evaluate-watches.ts';
import { createEvaluateServices } from '../core/watches/evaluate-services.ts';
import { createEvaluationQueue, type EvaluateTask } from '../core/watches/tasks.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const db = createSdkDynamoDB();
const records = createRecordServices(db, settings);
const watching = createEvaluateServices(db, settings);
const services = {
  ...records,
  ...createReadingServices({ db, settings, isReachable: records.isReachable }),
  requests: createBackgroundRequests(db, settings.COORDINATION_TABLE),
  snapshots: createScheduledSnapshots(db, settings.DOMAIN_HISTORY_TABLE),
  index: createKeywordIndex(db, settings.KEYWORDS_TABLE),
  suggestions: createSuggestionCache(db, settings.KEYWORDS_TABLE),
  runs: createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now),
};
const crawling = {
  ...records,
  crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now),
  crawlsInProgress: createCrawlsInProgress(db, settings.SITE_CRAWLS_TABLE),
  queue: createCrawlQueue(settings),
  verifications: createVerifications(db, settings.SITE_CRAWLS_TABLE, Date.now),
  maxPages: settings.MAX_CRAWL_PAGES,
  allowances: services.allowances,
};
const evaluations = createEvaluationQueue(settings);

const failures = createLastFailures(db, settings.OPERATIONS_TABLE, Date.now);

/** @returns a task that continues it */
type UseCase<Task> = (task: Task, given: typeof services) => Promise<EvaluateTask | null | void>;

const USE_CASES: { [Task in WorkTask as Task['task']]: UseCase<Task> } = {
  async snapshot(task, given) {
    await takeSnapshot(task, given);
    const next = await evaluateWatches({ domain: task.domain, after: null, crawls: true }, watching, crawling);
    if (settings.WEEKLY_SITE_CRAWLS) await repeatCrawl(task.domain, settings.MAX_CRAWL_PAGES, crawling);
    return next;
  },
  async 'complete-record'(task, given) {
    await completeRecord(task, given);
    return evaluateWatches({ domain: task.domain, after: null, crawls: false }, watching, crawling);
  },
  evaluate: (task) => evaluateWatches(task, watching, crawling),
  'learn-suggestions': learnSuggestions,
  refresh: refreshDomain,
  'read-batch': readPart,
  // From before the second stage had a queue of its own; also a failed job of that time that is retried.
  'complete-batch': (task, { completionQueue }) => completionQueue.send(task),
};

/** Processes messages of the queues. */
export const handler = sqsHandler(
  async (body) => {
    const task = readTask(workTask, body);
    const next = await (USE_CASES[task.task] as UseCase<WorkTask>)(task, services);
    if (next) await evaluations.send(next);
    return task;
  },
  { maxReceives: (queueArn) => MAX_RECEIVES[queueOfArn(queueArn, settings) ?? 'work'], record: failures.record },
);
