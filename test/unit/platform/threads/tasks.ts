import { threadId } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveTasks } from '../../../../functions/core/platform/threads/thread-pool.ts';

serveTasks({
  whoAmI: () => threadId,
  add: (one: number, other: number) => one + other,
  fail: () => {
    throw new TypeError('a defect');
  },
  runOn: () => {
    for (;;);
  },
  growOn: () => {
    const grown: object[] = [];
    for (;;) grown.push({ more: [1, 2, 3] });
  },
  leave: () => process.exit(1),
});

/** Keeps the thread running, like a timer of a library. */
void sleep(60_000);
