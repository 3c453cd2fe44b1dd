import type { Worker } from 'node:worker_threads';

export interface InstanceLimits {
  /** Instances of all functions at once; further invocations wait for a free one, as with reserved concurrency. */
  inAll: number;
  /** Instances of one function, so that the other functions always have some left. */
  ofOneFunction: number;
  /** An instance that had nothing to do for so long ends. */
  idleMs: number;
}

/** More instances do not answer more requests on a laptop; each takes about 60 MB. */
const LIMITS: InstanceLimits = { inAll: 8, ofOneFunction: 6, idleMs: 60_000 };
/** An instance that was idle for less is likely to be used again at once: it is left to its function. */
const SPARE_AFTER_MS = 1_000;

/** The instances of one function. */
export interface InstanceGroup {
  /** @throws what a start failed with */
  acquire(): Promise<Worker>;
  /** Hands an instance on to who waits, or keeps it for the next event. */
  release(worker: Worker): void;
  /** Ends an instance that cannot be used again. */
  discard(worker: Worker): void;
  close(): Promise<void>;
}

/** The instances of all functions, which share one limit. */
export interface Instances {
  /** @param start starts an instance; the promise resolves when it can take an event */
  group(start: () => Promise<Worker>): InstanceGroup;
}

interface Idle {
  worker: Worker;
  since: number;
  timer: NodeJS.Timeout;
}

interface Group {
  start: () => Promise<Worker>;
  workers: Set<Worker>;
  /** Longest idle first. */
  idle: Idle[];
  waiting: PromiseWithResolvers<Worker>[];
}

/**
 * Starts instances one after another, since starts at the same time slow each other down until invocations time out.
 * The function with the most invocations waiting for each of its instances is served first. A function without an
 * instance gets a place as soon as any instance is free, if need be that of another function.
 */
export function createInstances(limits: Partial<InstanceLimits> = {}): Instances {
  const { inAll, ofOneFunction, idleMs } = { ...LIMITS, ...limits };
  const groups: Group[] = [];
  let starting: Group | null = null;

  const sizeOf = (group: Group) => group.workers.size + (starting === group ? 1 : 0);
  /** Who waits for each instance that there is; without bounds where there is none. */
  const needOf = (group: Group) => group.waiting.length / sizeOf(group);
  const freePlaces = () => inAll - groups.reduce((sum, group) => sum + sizeOf(group), 0);
  /** Functions that cannot do anything until they get a place. */
  const starved = () => groups.filter((group) => group.waiting.length > 0 && sizeOf(group) === 0);

  function startNext() {
    if (starting) return;
    const [group] = groups
      .filter((each) => each.waiting.length > 0 && sizeOf(each) < ofOneFunction)
      .toSorted((one, other) => needOf(other) - needOf(one));
    if (!group || !makePlace(group)) return;
    starting = group;
    const started = (then: () => void) => {
      starting = null;
      then();
      startNext();
    };
    group.start().then(
      (worker) => started(() => add(group, worker)),
      (error: unknown) => started(() => group.waiting.shift()?.reject(error)),
    );
  }

  /** @returns whether there is a place for one more instance */
  function makePlace(group: Group): boolean {
    if (freePlaces() > 0) return true;
    const [longest] = groups
      .flatMap((owner) => owner.idle.slice(0, 1).map(({ worker, since }) => ({ owner, worker, since })))
      .toSorted((one, other) => one.since - other.since);
    if (!longest) return false;
    if (sizeOf(group) > 0 && performance.now() - longest.since < SPARE_AFTER_MS) return false;
    end(longest.owner, longest.worker);
    return true;
  }

  function add(group: Group, worker: Worker) {
    if (!groups.includes(group)) return void worker.terminate();
    group.workers.add(worker);
    worker.once('exit', () => {
      if (forget(group, worker)) startNext();
    });
    handOn(group, worker);
  }

  function handOn(group: Group, worker: Worker) {
    const next = group.waiting.shift();
    if (next) return next.resolve(worker);
    const timer = setTimeout(() => end(group, worker), idleMs).unref();
    group.idle.push({ worker, since: performance.now(), timer });
  }

  function forget(group: Group, worker: Worker): boolean {
    const at = group.idle.findIndex((idle) => idle.worker === worker);
    if (at >= 0) clearTimeout(group.idle.splice(at, 1)[0]!.timer);
    return group.workers.delete(worker);
  }

  function end(group: Group, worker: Worker) {
    forget(group, worker);
    void worker.terminate();
  }

  return {
    group(start) {
      const group: Group = { start, workers: new Set(), idle: [], waiting: [] };
      groups.push(group);
      return {
        acquire() {
          const free = group.idle.pop();
          if (free) {
            clearTimeout(free.timer);
            return Promise.resolve(free.worker);
          }
          const waiter = Promise.withResolvers<Worker>();
          group.waiting.push(waiter);
          startNext();
          return waiter.promise;
        },
        release(worker) {
          if (starved().length > freePlaces()) end(group, worker);
          else handOn(group, worker);
          startNext();
        },
        discard(worker) {
          end(group, worker);
          startNext();
        },
        close: async () => {
          groups.splice(groups.indexOf(group), 1);
          const { workers } = group;
          for (const { timer } of group.idle) clearTimeout(timer);
          await Promise.all([...workers].map((worker) => worker.terminate()));
        },
      };
    },
  };
}
