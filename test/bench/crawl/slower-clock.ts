import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

/**
 * Loaded before a process (`node --import`): its clocks and timers are slower than those of the machine, so that one machine
 * has enough of a processor for many functions that mostly wait; or faster, so that a long wait takes less. Network time limits
 * are those of the machine.
 */
const { origin, slower, shows = origin } = JSON.parse(process.env.SLOWER_CLOCK!) as SlowerClock;
const dateNow = Date.now.bind(Date);
const performanceNow = performance.now.bind(performance);
const { setTimeout: timeout, setInterval: interval } = globalThis;
const sleep = promises.setTimeout.bind(promises);

/** The clock of several processes. Times in milliseconds since the epoch. */
export interface SlowerClock {
  origin: number;
  /** What the clock shows at `origin`; absent: the same. */
  shows?: number;
  /** Less than 1: it is faster. */
  slower: number;
}

Date.now = () => Math.floor(shows + (dateNow() - origin) / slower);
performance.now = () => performanceNow() / slower;
const scaled =
  (start: typeof timeout) =>
  (call: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    start(call, ms * slower, ...given);
Object.assign(globalThis, { setTimeout: scaled(timeout), setInterval: scaled(interval as typeof timeout) });
Object.assign(promises, {
  setTimeout: (ms = 0, ...given: [unknown?, object?]) => sleep(ms * slower, ...given),
});
syncBuiltinESMExports();
