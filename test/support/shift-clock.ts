import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { shiftDate } from './shift-date.ts';

/** How long the longest suite takes, on a slow machine. */
const LONGEST_RUN_MS = 40 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Moves this realm's clock to `TEST_CLOCK`, from where it runs on: a time such as `2028-02-29T23:58:00Z`, or `23:58`, the
 * next one in UTC. A run that midnight would come into begins after it, so that no test sees the day change. Only
 * `Date` and the header of that name are moved: timers keep the machine's time, and so does OpenSSL, so that tests of
 * certificates and of the sandbox's HTTPS sites need a time of the next 24 hours. Loaded by each Node process of a test
 * run and by each test's realm; the offset is computed once, so that all of them agree.
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
  moveDateHeader();
}

/**
 * Has responses send the moved time, which clients of AWS correct their clocks by: Node's `Date` header is the machine's.
 * Raw headers are left as they are. All realms of a process share the class: the first one, which outlives the others,
 * wraps it.
 */
function moveDateHeader() {
  const { writeHead } = ServerResponse.prototype as { writeHead: (...head: unknown[]) => ServerResponse };
  if (writeHead.name === 'writeHeadInTime') return;
  ServerResponse.prototype.writeHead = function writeHeadInTime(this: ServerResponse, ...head: unknown[]) {
    if (this.sendDate && !this.hasHeader('Date') && !head.some(Array.isArray)) {
      this.setHeader('Date', new Date().toUTCString());
    }
    return writeHead.apply(this, head);
  };
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
