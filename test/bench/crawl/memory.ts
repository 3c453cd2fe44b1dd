import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CrawlMessage } from '../../../functions/core/crawls/tasks.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import type { CrawlerSettings } from './crawled.ts';
import type { FromInvoked, Invoked, ToInvoked } from './invoked.ts';
import type { MemoryOrder, MemoryWorld } from './memory-world.ts';
import { limitsOf } from './processes.ts';

/** As many crawls, pages and known addresses as an invocation has shares for. */
const LIMIT = Number(process.env.BENCH_MEMORY_PAGES ?? 5_000);
const ORDER: MemoryOrder = { crawls: 10, limit: LIMIT, visits: LIMIT - 100, pages: 4 * LIMIT };
const MAX_MEMORY = 0.7;

/**
 * Measures the memory of ten crawls in one invocation. All but the last hundred visits of each are stored directly, so that
 * they are restored and continue in a new process, whose V8 has the limits that Lambda sets.
 */
export async function memoryRows(): Promise<Row[]> {
  const { memoryMb } = deployedFunction('site-crawler')!;
  const child = fork(join(import.meta.dirname, 'memory-world.ts'), [JSON.stringify(ORDER)], {
    execArgv: ['--max-old-space-size=6000'],
  });
  try {
    const [{ world, tasks }] = (await once(child, 'message')) as [MemoryWorld];
    const settings: CrawlerSettings = { world, databaseMs: 0 };
    const crawler = fork(join(import.meta.dirname, 'invoked.ts'), [JSON.stringify(settings)], {
      execArgv: limitsOf(memoryMb),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const messages: CrawlMessage[] = [...tasks];
    let reports = 0;
    let peakMb = 0;
    while (messages.length > 0) {
      const invocation = messages.splice(0, 10).map((body, index) => ({ id: String(index), body, receives: 1 }));
      crawler.send({ invocation } satisfies ToInvoked);
      peakMb = (
        await new Promise<Invoked>((resolve, reject) => {
          crawler.once('exit', (code) => reject(new Error(`The crawler has ended with ${code}`)));
          crawler.on('message', (message: FromInvoked) => {
            if (!('sent' in message)) resolve(message);
            else if ('task' in message.sent) reports += 1;
            else messages.push(message.sent);
          });
        })
      ).peakMb;
      crawler.removeAllListeners();
    }
    crawler.kill();
    if (reports < ORDER.crawls) throw new Error(`Only ${reports} crawls have ended`);
    return [
      {
        what: `${ORDER.crawls} crawls of ${LIMIT} pages in one invocation: memory / the function's memory`,
        samples: [peakMb / memoryMb],
        unit: 'ratio',
        goal: MAX_MEMORY,
      },
    ];
  } finally {
    child.kill();
  }
}
