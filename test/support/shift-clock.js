import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/**
 * Moves this realm's clock to `TEST_CLOCK`, from where it runs on: a time such as `2028-02-29T23:58:00Z`, or `23:58`, the
 * next one in UTC. Only `Date` is moved: timers keep the machine's time, and so does OpenSSL, so that tests of
 * certificates and of the sandbox's HTTPS sites need a time of the next 24 hours. Loaded by each Node process of a test
 * run and by each test's realm; the offset is computed once, so that all of them agree.
 */
const { TEST_CLOCK: clock } = process.env;
if (clock) process.env.TEST_CLOCK_OFFSET_MS ??= String(offsetTo(clock));
const offset = process.env.TEST_CLOCK_OFFSET_MS;
if (offset) {
  const offsetMs = Number(offset);
  const real = Date;
  const now = () => real.now() + offsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  // Threads of the runner have an environment of their own.
  const ownClock = { TEST_CLOCK_OFFSET_MS: offset, NODE_OPTIONS: process.env.NODE_OPTIONS };
  threads.Worker = class extends threads.Worker {
    constructor(file, options = {}) {
      super(file, { ...options, env: typeof options.env === 'object' ? { ...options.env, ...ownClock } : options.env });
    }
  };
  syncBuiltinESMExports();
}

function offsetTo(clock) {
  const [hours, minutes] = /^(\d\d):(\d\d)$/.exec(clock)?.slice(1).map(Number) ?? [];
  const time = hours === undefined ? Date.parse(clock) : new Date().setUTCHours(hours, minutes, 0, 0);
  if (Number.isNaN(time)) throw new Error(`TEST_CLOCK: must be a time in ISO 8601, or HH:MM, not ${clock}`);
  const offsetMs = time - Date.now();
  return hours !== undefined && offsetMs < 0 ? offsetMs + 86_400_000 : offsetMs;
}
