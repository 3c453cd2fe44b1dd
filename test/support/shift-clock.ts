import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { shiftDate } from './shift-date.ts';

/** Duration of the longest suite on a slow machine. */
const LONGEST_RUN_MS = 40 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Sets the start of this realm's clock to `TEST_CLOCK`: a time such as `2028-02-29T23:58:00Z`, or `23:58`, the next one
 * in UTC. By default, a run shortly before midnight starts after it, so that the day does not change during a test.
 * Only `Date` and the header of that name are shifted: timers and OpenSSL use the machine's time, so tests of
 * certificates and of the sandbox's HTTPS sites need a time within the next 24 hours. Loaded by each Node process of a
 * test run and by each test's realm; the offset is computed once, so that it is the same in all of them.
 */
const offset = (process.env.TEST_CLOCK_OFFSET_MS ??= String(offsetTo(process.env.TEST_CLOCK || clearOfMidnight())));
if (offset !== '0') {
  shiftDate(Number(offset));
  // Threads of the runner have their own environment.
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
 * Makes responses contain the shifted time, with which clients of AWS correct their clocks: Node's `Date` header has
 * the machine's time. Raw headers stay unchanged. All realms of a process share the class: the first one, which exists
 * longer than the others, wraps it.
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

/** @returns the clock to use; `undefined`: the machine's */
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
