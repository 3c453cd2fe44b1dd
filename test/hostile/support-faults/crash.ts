import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a run of a function is killed: at one of its calls to the outside. */
export interface CrashPoint {
  /** Number of the call; the first is 1. */
  call: number;
  /** Before the call arrives, or when it was carried out and nobody knows. */
  mode: 'before' | 'after';
}

/** What became of a run. */
export interface RunOutcome<Result> {
  /** `null` where it was killed or has thrown. */
  result: Result | null;
  error: unknown;
  wasKilled: boolean;
  /** The calls that it made, by name. */
  calls: string[];
}

const never = new Promise<never>(() => {});

/** One run of a function, as a process of its own would be. */
class Life {
  readonly calls: string[] = [];
  readonly timers = new Set<NodeJS.Timeout>();
  private readonly point: CrashPoint | null;
  private readonly killed = Promise.withResolvers<void>();
  isDead = false;

  constructor(point: CrashPoint | null) {
    this.point = point;
  }

  get death(): Promise<void> {
    return this.killed.promise;
  }

  async pass<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
    if (this.isDead) return never;
    this.calls.push(name);
    const isLast = this.calls.length === this.point?.call;
    if (isLast && this.point.mode === 'before') return this.die();
    const [outcome] = await Promise.allSettled([call()]);
    if (isLast) return this.die();
    if (this.isDead) return never;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  private die(): Promise<never> {
    this.isDead = true;
    for (const timer of this.timers) clearInterval(timer);
    this.killed.resolve();
    return never;
  }
}

const current = new AsyncLocalStorage<Life>();

/** Makes a call to the outside, if the run that makes it is alive. */
export function outsideCall<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  return current.getStore()?.pass(name, call) ?? call();
}

/** Runs it as a process that may be killed: at the crash point it stops for good, and nothing more goes out of it. */
export async function runUntil<Result>(
  point: CrashPoint | null,
  work: () => Promise<Result>,
): Promise<RunOutcome<Result>> {
  const life = new Life(point);
  const ended = current.run(life, work).then(
    (result) => ({ result, error: null, wasKilled: false }),
    (error: unknown) => ({ result: null, error, wasKilled: false }),
  );
  const outcome = await Promise.race([ended, life.death.then(() => ({ result: null, error: null, wasKilled: true }))]);
  return { ...outcome, calls: life.calls };
}

/** What a process repeats ends with it. @returns puts the usual way back */
export function intervalsEndWithRuns(): () => void {
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

/** Every crash point of a run of so many calls, or about `most` of them, spread over it. */
export function crashPoints(calls: number, most = Infinity): CrashPoint[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): CrashPoint[] => [
    { call, mode: 'before' },
    { call, mode: 'after' },
  ]);
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}
