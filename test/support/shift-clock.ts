import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { shiftDate } from './shift-date.ts';

/** How long the longest suite takes, on a slow machine. */
const LONGEST_RUN_MS = 40 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Moves this realm's clock to `TEST_CLOCK`, from where it runs on: a time such as `2028-02-29T23:58:00Z`, or `23:58`, the
 * next one in UTC. A run that midnight would come into begins after it, so that no test sees the day change. Only
 * `Date` is moved: timers keep the machine's time, and so do OpenSSL and the `Date` of HTTP responses, so that tests of
 * certificates, of the sandbox's HTTPS sites and of AWS clients' retries need a time of the next 24 hours. Loaded by
 * each Node process of a test run and by each test's realm; the offset is computed once, so that all of them agree.
 */
const offset = (process.env.TEST_CLOCK_OFFSET_MS ??= String(offsetTo(process.env.TEST_CLOCK || clearOfMidnight())));
if (offset !== '0') {
  shiftDate(Number(offset));
  // Threads of the runner have an environment of their own.
  const ownClock = { TEST_CLOCK_OFFSET_MS: offset, NODE_OPTIONS: process.env.NODE_OPTIONS };
  class WorkerInTime extends threads.Worker {
    constructor(file: string | URL, { env, ...options }: WorkerOptions = {}) {
      super(file, { ...options, env: typeof env === 'object' ? { ...env, ...ownClock } : env });
    }
  }
  Object.assign(threads, { Worker: WorkerInTime });
  syncBuiltinESMExports();
}

/** @returns the clock to use, or nothing where the machine's own serves */
function clearOfMidnight(): string | undefined {
  return DAY_MS - (Date.now() % DAY_MS) < LONGEST_RUN_MS ? '00:01' : undefined;
}

function offsetTo(clock: string | undefined): number {
  if (!clock) return 0;
  const [hours, minutes] = /^(\d\d):(\d\d)$/.exec(clock)?.slice(1).map(Number) ?? [];
  const time = hours === undefined ? Date.parse(clock) : new Date().setUTCHours(hours, minutes, 0, 0);
  if (Number.isNaN(time)) throw new Error(`TEST_CLOCK: must be a time in ISO 8601, or HH:MM, not ${clock}`);
  const offsetMs = time - Date.now();
  return hours !== undefined && offsetMs < 0 ? offsetMs + DAY_MS : offsetMs;
}
