import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { CrawlMessage, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { CrawlerSettings } from './crawled.ts';
import type { FromInvoked, Invoked, ToInvoked } from './invoked.ts';
import type { SlowerClock } from './slower-clock.ts';

export const CRAWLER = 'site-crawler';

/** Returns the limits that Lambda sets for V8: 90 % of the memory for old objects, 5 % for new ones. */
export const limitsOf = (memoryMb: number) => [
  `--max-old-space-size=${Math.floor(0.9 * memoryMb)}`,
  `--max-semi-space-size=${Math.floor(0.05 * memoryMb)}`,
];

/** Returns the limits of the queue of crawls as deployed. */
export function deployedQueue() {
  const { eventSources, queues } = synthesizeOnce({}).model;
  const { logicalId } = deployedFunction(CRAWLER)!;
  const source = eventSources.find((each) => each.function === logicalId)!;
  const { visibilityTimeoutMs } = queues.find(({ id }) => id === source.queue)!;
  const { batchSize, maxConcurrency } = source;
  return { batchSize, maxConcurrency, visibilityMs: visibilityTimeoutMs };
}

interface ProcessOptions {
  clock: SlowerClock;
  /** Memory of the function, of which V8 has what Lambda sets; absent: V8 has no limit. */
  memoryMb?: number;
}

/**
 * Creates the processes of functions, of which each has one invocation at a time.
 *
 * @param send called for each message that they send
 */
export function createProcesses(
  settings: CrawlerSettings,
  { clock, memoryMb }: ProcessOptions,
  send: (message: CrawlMessage | ReportTask, delayMs: number) => void,
) {
  const idle: ChildProcess[] = [];
  const all: ChildProcess[] = [];
  const create = () => {
    const preload = new URL('slower-clock.ts', import.meta.url).href;
    const child = fork(join(import.meta.dirname, 'invoked.ts'), [JSON.stringify(settings)], {
      execArgv: ['--no-warnings', '--import', preload, ...(memoryMb === undefined ? [] : limitsOf(memoryMb))],
      env: { ...process.env, SLOWER_CLOCK: JSON.stringify(clock) },
      // Its log has a line for each message.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.push(child);
    return child;
  };
  return {
    async run(order: ToInvoked): Promise<Invoked> {
      const child = idle.pop() ?? create();
      const invoked = await new Promise<Invoked>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`A crawler has ended with ${code}`)));
        child.on('message', (message: FromInvoked) => {
          if ('sent' in message) send(message.sent, message.delayMs);
          else resolve(message);
        });
        child.send(order);
      });
      child.removeAllListeners('exit').removeAllListeners('message');
      idle.push(child);
      return invoked;
    },
    /** Terminates all, also those with an invocation. Others begin when they are needed. */
    close(): void {
      idle.length = 0;
      for (const child of all.splice(0)) child.kill('SIGKILL');
    },
  };
}
