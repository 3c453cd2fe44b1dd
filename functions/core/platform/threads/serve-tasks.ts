import { parentPort } from 'node:worker_threads';
import { READY, type TaskMessage, type TaskResult } from './thread-pool.ts';

/** Runs the tasks that a `ThreadPool` sends to this thread. */
export function serveTasks(tasks: Record<string, (...args: never[]) => unknown>): void {
  parentPort!.on('message', ({ name, args }: TaskMessage) => {
    parentPort!.postMessage(perform(() => tasks[name]!(...(args as never[]))));
  });
  parentPort!.postMessage(READY);
}

function perform(task: () => unknown): TaskResult {
  try {
    return { ok: true, value: task() };
  } catch (error) {
    return { ok: false, error };
  }
}
