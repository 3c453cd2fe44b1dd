import * as z from 'zod/mini';
import { completeBatchTask, readBatchTask } from '../batches/tasks.ts';
import { completeRecordTask, refreshTask, snapshotTask } from '../domains/tasks.ts';
import { learnSuggestionsTask } from '../keywords/tasks.ts';
import { evaluateTask } from '../watches/tasks.ts';

/** A task of the worker, which processes any of them from any of its queues. */
export const workTask = z.discriminatedUnion('task', [
  completeRecordTask,
  snapshotTask,
  refreshTask,
  evaluateTask,
  learnSuggestionsTask,
  readBatchTask,
  completeBatchTask,
]);
export type WorkTask = z.infer<typeof workTask>;
