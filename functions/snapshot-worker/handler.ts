import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { completePart } from '../shared/batches/complete-part.ts';
import { readPart } from '../shared/batches/read-part.ts';
import { completeRecord } from '../shared/domain-record/complete-record.ts';
import { createBatchWorkServices } from '../shared/batches/open-batch-work.ts';
import { createRecordServices } from '../shared/domain-record/services.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createBackgroundRequests } from '../shared/storage/background-requests.ts';
import { createDocumentClient, sdkDocumentReader } from '../shared/storage/dynamodb/document-client.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { createPostingReader } from '../shared/storage/keyword-index/posting-list.ts';
import { createKeywordIndex } from '../shared/storage/keyword-index/keyword-index.ts';
import { createLearningRuns } from '../shared/storage/learning-runs/learning-runs.ts';
import { createScoredLists } from '../shared/storage/scored-lists/scored-lists.ts';
import { createScheduledSnapshots } from '../shared/storage/domain-history/scheduled-snapshots.ts';
import { createSuggestionCache } from '../shared/storage/suggestions/suggestion-cache.ts';
import type { WorkTask } from '../shared/storage/work-queue.ts';
import { learnPage, learnSuggestions } from './learn-keywords.ts';
import { readTask } from './read-task.ts';
import { rescoreList } from './rescore-list.ts';
import { refreshDomain } from './refresh-domain.ts';
import { takeSnapshot } from '../shared/domain-record/take-snapshot.ts';
import { snapshotWorkerSettings } from './settings.ts';

const settings = readSettings(snapshotWorkerSettings);
const client = createDynamoDB();
const documents = createDocumentClient(client);
const records = createRecordServices(client, settings);
const services = {
  ...records,
  ...createBatchWorkServices({ client, settings, isReachable: records.isReachable }),
  requests: createBackgroundRequests(documents, settings.COORDINATION_TABLE),
  snapshots: createScheduledSnapshots(documents, settings.DOMAIN_HISTORY_TABLE),
  index: createKeywordIndex(documents, settings.KEYWORDS_TABLE),
  suggestions: createSuggestionCache(documents, settings.KEYWORDS_TABLE),
  runs: createLearningRuns(documents, settings.KEYWORDS_TABLE),
  scored: createScoredLists(documents, settings.KEYWORDS_TABLE, Date.now),
  readPostings: createPostingReader(sdkDocumentReader(documents), settings.KEYWORDS_TABLE),
};

type UseCase<Task> = (task: Task, given: typeof services) => Promise<void>;

const USE_CASES: { [Task in WorkTask as Task['task']]: UseCase<Task> } = {
  snapshot: takeSnapshot,
  'complete-record': completeRecord,
  'learn-suggestions': learnSuggestions,
  refresh: refreshDomain,
  'learn-page': learnPage,
  'read-batch': readPart,
  'complete-batch': completePart,
  rescore: rescoreList,
};

/** Processes messages of the queue. SQS delivers those that fail again, and deletes the others of the batch. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const outcomes = await Promise.all(Records.map(processMessage));
  return { batchItemFailures: outcomes.flatMap((failed) => (failed ? [{ itemIdentifier: failed }] : [])) };
};

/** @returns the message's id if it failed */
async function processMessage({ messageId, body }: SQSRecord): Promise<string | null> {
  try {
    const task = readTask(body);
    const started = performance.now();
    await (USE_CASES[task.task] as UseCase<WorkTask>)(task, services);
    const duration_ms = Math.round(performance.now() - started);
    console.log(JSON.stringify({ level: 'INFO', message: 'task done', message_id: messageId, ...task, duration_ms }));
    return null;
  } catch (error) {
    console.error(JSON.stringify({ level: 'ERROR', message_id: messageId, stack: (error as Error).stack }));
    return messageId;
  }
}
