import { NetworkFailure } from '../../platform/network/failures.ts';
import { TaskTooComplex, ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { SiteReader } from './read-site.ts';

/** A page of 5 MB takes less than a second, and less than a fifth of the memory. */
const DEADLINE_MS = 8_000;
const MEMORY_MB = 128;
/** The number of messages that the worker processes in parallel. */
const MAX_THREADS = 5;

/** In a bundle, the thread's module is a separate bundle next to this one. */
const MODULE = import.meta.url.endsWith('.ts') ? './reader-thread.ts' : './reader-thread.mjs';

/**
 * Creates a reader that parses in threads: untrusted content can at worst terminate its thread, and does not block
 * other work of this instance. The parsers are loaded only there.
 */
export function createThreadReader(
  options: { deadlineMs?: number; memoryMb?: number; mostThreads?: number } = {},
): SiteReader {
  const { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, mostThreads = MAX_THREADS } = options;
  const file = new URL(MODULE, import.meta.url);
  const pool = new ThreadPool({ file, memoryMb, deadlineMs, mostThreads });
  const run = async (name: string, args: unknown[]): Promise<never> => {
    try {
      return (await pool.run(name, args)) as never;
    } catch (error) {
      throw error instanceof TaskTooComplex ? new NetworkFailure('too_complex', { cause: error }) : error;
    }
  };
  return {
    warm: () => pool.warm(),
    readPage: (...args) => run('readPage', args),
    readCrawled: (...args) => run('readCrawled', args),
    readAlternate: (...args) => run('readAlternate', args),
    readRobots: (...args) => run('readRobots', args),
    judgeRobots: (...args) => run('judgeRobots', args),
    judgeGooglebot: (...args) => run('judgeGooglebot', args),
    parseSitemap: (...args) => run('parseSitemap', args),
    listSitemap: (...args) => run('listSitemap', args),
    readLlmsTxt: (...args) => run('readLlmsTxt', args),
    readTdmFile: (...args) => run('readTdmFile', args),
    readLicence: (...args) => run('readLicence', args),
  };
}
