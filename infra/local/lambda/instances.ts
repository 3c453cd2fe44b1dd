import type { Worker } from 'node:worker_threads';

export interface InstanceLimits {
  /** Instances of all functions; further invocations wait for a free one, as with reserved concurrency. */
  total: number;
  /** Instances of one function, so that the other functions always have some left. */
  perFunction: number;
  /** An instance that is idle for this long is ended. */
  idleMs: number;
  /** An instance serves its own function's waiting invocations for this long before another function gets its slot. */
  keepMs: number;
}

/** More instances do not raise the throughput on a laptop; each takes about 30 MB. */
const LIMITS: InstanceLimits = { total: 9, perFunction: 6, idleMs: 60_000, keepMs: 2_000 };
/** An instance that was idle for less than this is likely to be used again soon, so its function keeps it. */
const SPARE_AFTER_MS = 1_000;

/** The instances of one function. */
export interface InstanceGroup {
  /** @throws the error of a failed start */
  acquire(): Promise<Worker>;
  /** Assigns an instance to the next waiting invocation, or keeps it idle. */
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

interface Waiter extends PromiseWithResolvers<Worker> {
  group: Group;
}

interface Group {
  start: () => Promise<Worker>;
  /** With the time at which each was started. */
  workers: Map<Worker, number>;
  /** Longest idle first. */
  idle: Idle[];
}

/**
 * Starts instances one after another, since concurrent starts slow each other down until invocations time out, in the
 * order in which invocations began to wait. A function without an instance gets a slot as soon as any instance is idle,
 * if necessary that of another function, or has served its own function for `keepMs`.
 */
export function createInstances(limits: Partial<InstanceLimits> = {}): Instances {
  const { total, perFunction, idleMs, keepMs } = { ...LIMITS, ...limits };
  const groups: Group[] = [];
  /** Invocations that wait for an instance, oldest first. */
  const queue: Waiter[] = [];
  let starting: Group | null = null;

  const sizeOf = (group: Group) => group.workers.size + (starting === group ? 1 : 0);
  const freeSlots = () => total - groups.reduce((sum, group) => sum + sizeOf(group), 0);
  /** Functions with waiting invocations and no instance. */
  const starved = () => new Set(queue.map(({ group }) => group).filter((group) => sizeOf(group) === 0));

  /** Otherwise, with more functions in demand than instances, nearly each invocation would end one and start another. */
  function isKept(group: Group, worker: Worker): boolean {
    const isNew = performance.now() - (group.workers.get(worker) ?? 0) < keepMs;
    return isNew && queue.some((waiter) => waiter.group === group);
  }

  function nextOf(group: Group): Waiter | undefined {
    const at = queue.findIndex((waiter) => waiter.group === group);
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  }

  function startNext() {
    if (starting) return;
    const groupsInOrder = [...starved(), ...queue.map(({ group }) => group)];
    const group = groupsInOrder.find((each) => sizeOf(each) < perFunction);
    if (!group || !makeSlot(group)) return;
    starting = group;
    const started = (then: () => void) => {
      starting = null;
      then();
      startNext();
    };
    group.start().then(
      (worker) => started(() => add(group, worker)),
      (error: unknown) => started(() => nextOf(group)?.reject(error)),
    );
  }

  /** Ends an idle instance if necessary. @returns whether there is a slot for one more instance */
  function makeSlot(group: Group): boolean {
    if (freeSlots() > 0) return true;
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
    group.workers.set(worker, performance.now());
    worker.once('exit', () => {
      if (remove(group, worker)) startNext();
    });
    assign(group, worker);
  }

  function assign(group: Group, worker: Worker) {
    const next = nextOf(group);
    if (next) return next.resolve(worker);
    const timer = setTimeout(() => end(group, worker), idleMs).unref();
    group.idle.push({ worker, since: performance.now(), timer });
  }

  function remove(group: Group, worker: Worker): boolean {
    const at = group.idle.findIndex((idle) => idle.worker === worker);
    if (at >= 0) clearTimeout(group.idle.splice(at, 1)[0]!.timer);
    return group.workers.delete(worker);
  }

  function end(group: Group, worker: Worker) {
    remove(group, worker);
    void worker.terminate();
  }

  return {
    group(start) {
      const group: Group = { start, workers: new Map(), idle: [] };
      groups.push(group);
      return {
        acquire() {
          const free = group.idle.pop();
          if (free) {
            clearTimeout(free.timer);
            return Promise.resolve(free.worker);
          }
          const waiter = { ...Promise.withResolvers<Worker>(), group };
          queue.push(waiter);
          startNext();
          return waiter.promise;
        },
        release(worker) {
          if (starved().size > freeSlots() && !isKept(group, worker)) end(group, worker);
          else assign(group, worker);
          startNext();
        },
        discard(worker) {
          end(group, worker);
          startNext();
        },
        close: async () => {
          groups.splice(groups.indexOf(group), 1);
          while (nextOf(group));
          const { workers } = group;
          for (const { timer } of group.idle) clearTimeout(timer);
          await Promise.all(Array.from(workers.keys(), (worker) => worker.terminate()));
        },
      };
    },
  };
}
