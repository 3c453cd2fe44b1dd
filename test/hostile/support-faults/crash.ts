import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { useOpened } from '../../support/use-opened.ts';

/** Where a run of a function is killed: at one of its external calls. */
export interface CrashPoint {
  /** Number of the call; the first is 1. */
  call: number;
  /** Before the call is made, or after it was executed and before its response. */
  mode: 'before' | 'after';
}

/** The outcome of a run. */
export interface RunOutcome<Result> {
  /** `null` when it was killed or has thrown. */
  result: Result | null;
  error: unknown;
  wasKilled: boolean;
  /** The calls that it made, by name. */
  calls: string[];
}

const never = new Promise<never>(() => {});

/** One run of a function, as if in a separate process. */
class SimulatedProcess {
  readonly calls: string[] = [];
  readonly timers = new Set<NodeJS.Timeout>();
  private readonly point: CrashPoint | null;
  private readonly killed = Promise.withResolvers<void>();
  isKilled = false;

  constructor(point: CrashPoint | null) {
    this.point = point;
  }

  get whenKilled(): Promise<void> {
    return this.killed.promise;
  }

  async pass<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
    if (this.isKilled) return never;
    this.calls.push(name);
    const isLast = this.calls.length === this.point?.call;
    if (isLast && this.point.mode === 'before') return this.kill();
    const [outcome] = await Promise.allSettled([call()]);
    if (isLast) return this.kill();
    if (this.isKilled) return never;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  private kill(): Promise<never> {
    this.isKilled = true;
    for (const timer of this.timers) clearInterval(timer);
    this.killed.resolve();
    return never;
  }
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** Makes an external call, unless the run that makes it was killed. */
export function externalCall<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  return current.getStore()?.pass(name, call) ?? call();
}

/** Runs it as a process that is killed at the crash point, after which it makes no calls. */
export async function runUntil<Result>(
  point: CrashPoint | null,
  work: () => Promise<Result>,
): Promise<RunOutcome<Result>> {
  const run = new SimulatedProcess(point);
  const ended = current.run(run, work).then(
    (result) => ({ result, error: null, wasKilled: false }),
    (error: unknown) => ({ result: null, error, wasKilled: false }),
  );
  const outcome = await Promise.race([
    ended,
    run.whenKilled.then(() => ({ result: null, error: null, wasKilled: true })),
  ]);
  return { ...outcome, calls: run.calls };
}

/** Makes intervals end when their run is killed. @returns restores `setInterval` */
function intervalsEndWithRuns(): () => void {
  const usual = globalThis.setInterval;
  globalThis.setInterval = ((...args: Parameters<typeof usual>) => {
    const timer = usual(...args);
    current.getStore()?.timers.add(timer);
    return timer;
  }) as typeof usual;
  return () => {
    globalThis.setInterval = usual;
  };
}

/** Opens the services of tests whose runs are killed, for a whole file, and silences warnings. */
export function useKilled<Opened extends { close(): unknown }>(open: () => Promise<Opened>): Opened {
  let useUsualIntervals: () => void;
  beforeAll(() => {
    useUsualIntervals = intervalsEndWithRuns();
  });
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const opened = useOpened(open);
  afterAll(() => useUsualIntervals());
  return opened;
}

/** Every crash point of a run with this number of calls, or about `most` of them, evenly spread. */
export function crashPoints(calls: number, most = Infinity): CrashPoint[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): CrashPoint[] => [
    { call, mode: 'before' },
    { call, mode: 'after' },
  ]);
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}
