import type { SiteReader } from '../analysis/reader/read-site.ts';
import { hasFailed } from '../platform/network/failures.ts';

/** A page of 5 MB takes less on the crawler's share of a core. */
const SLOW_MS = 1_000;
/** Tasks in a row that must not be slow before a crawl shares the thread of the others again. */
const SOUND_TASKS = 20;

/** Creates readers of crawls that do not delay each other. */
export type ReaderOf = (crawlId: string) => SiteReader;

type Method = keyof SiteReader;
type Tasks = Record<Method, (...args: never[]) => Promise<unknown>>;

/**
 * Shares two readers, of one thread each, among the crawls of an invocation. A crawl whose content took long, or
 * terminated its thread, uses the second one until it has been sound for a while: it delays the sound crawls by one task
 * at most, and afterwards only others of its kind.
 *
 * @param forgetAfter number of crawls of which the process knows that they are slow
 */
export function createFairReader(sound: SiteReader, slow: SiteReader, forgetAfter = 1_000): ReaderOf {
  /** Sound tasks that a slow crawl still has to have, by its id. */
  const slowCrawls = new Map<string, number>();
  const threads = { sound: oneAtATime(sound), slow: oneAtATime(slow) };

  function settle(crawlId: string, isSlow: boolean): void {
    const left = isSlow ? SOUND_TASKS : (slowCrawls.get(crawlId) ?? 0) - 1;
    slowCrawls.delete(crawlId);
    if (left > 0) slowCrawls.set(crawlId, left);
    if (slowCrawls.size > forgetAfter) slowCrawls.delete(slowCrawls.keys().next().value!);
  }

  return (crawlId) => {
    const run = async (method: Method, args: never[]) => {
      let tookMs = 0;
      const runTask = slowCrawls.has(crawlId) ? threads.slow : threads.sound;
      try {
        const result = await runTask(method, args, (ms) => (tookMs = ms));
        settle(crawlId, tookMs > SLOW_MS);
        return result;
      } catch (error) {
        settle(crawlId, tookMs > SLOW_MS || hasFailed(error, 'too_complex'));
        throw error;
      }
    };
    const methods = Object.keys(sound).filter((name) => name !== 'warm') as Method[];
    const tasks = Object.fromEntries(methods.map((name) => [name, (...args: never[]) => run(name, args)]));
    return { ...(tasks as unknown as SiteReader), warm: () => sound.warm() };
  };
}

/** Runs one task after the other, and measures each without its wait. */
function oneAtATime(reader: SiteReader) {
  let last: Promise<unknown> = Promise.resolve();
  return (method: Method, args: never[], measured: (ms: number) => void): Promise<unknown> => {
    const task = last.then(async () => {
      const startedAt = performance.now();
      try {
        return await (reader as unknown as Tasks)[method](...args);
      } finally {
        measured(performance.now() - startedAt);
      }
    });
    last = task.catch(() => {});
    return task;
  };
}
