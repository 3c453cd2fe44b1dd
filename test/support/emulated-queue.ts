/** A message as it is delivered. */
export interface Delivered<Body> {
  id: string;
  body: Body;
  /** Number of deliveries, with this one. */
  receives: number;
}

interface QueueOptions<Body> {
  /** Most messages of one invocation, and most invocations at once. */
  batchSize: number;
  maxConcurrency: number;
  visibilityMs: number;
  /** The clock of delays and visibility. */
  now: () => number;
  /** Calls back after a time of this clock. @returns a function that prevents it */
  after: (ms: number, call: () => void) => () => void;
  /** @returns ids of the messages that failed; `null`: the invocation was terminated */
  invoke: (messages: Delivered<Body>[]) => Promise<string[] | null>;
}

interface Waiting<Body> extends Delivered<Body> {
  visibleAt: number;
}

/** Numbers of requests to SQS, without those that return no message, and of invocations. */
export interface QueueCounts {
  sends: number;
  receives: number;
  deletes: number;
}

/**
 * Emulates a queue of SQS that invokes a function, as Lambda does without a batching window: each message that arrives while
 * there is concurrency has an invocation of its own, and messages that have waited for the end of another invocation are
 * delivered together. The messages of an invocation are deleted when it ends, except those that failed.
 */
export function createEmulatedQueue<Body>(options: QueueOptions<Body>) {
  const { batchSize, maxConcurrency, visibilityMs, now, after, invoke } = options;
  let waiting: Waiting<Body>[] = [];
  let running = 0;
  let lastId = 0;
  let cancel = () => {};
  let idle = Promise.withResolvers<void>();
  const counts: QueueCounts = { sends: 0, receives: 0, deletes: 0 };

  function deliver(most: number): void {
    cancel();
    while (running < maxConcurrency) {
      const batch = waiting.filter(({ visibleAt }) => visibleAt <= now()).slice(0, most);
      if (batch.length === 0) break;
      waiting = waiting.filter((message) => !batch.includes(message));
      void run(batch);
    }
    if (running === 0 && waiting.length === 0) idle.resolve();
    const next = Math.min(...waiting.map(({ visibleAt }) => visibleAt));
    if (running < maxConcurrency && next < Infinity) cancel = after(Math.max(1, next - now()), () => deliver(1));
  }

  async function run(batch: Waiting<Body>[]): Promise<void> {
    running += 1;
    counts.receives += 1;
    const visibleAt = now() + visibilityMs;
    const received = batch.map((message) => ({ ...message, receives: message.receives + 1 }));
    const failed = await invoke(received).catch((error: unknown) => (idle.reject(error), null));
    running -= 1;
    if (failed !== null) counts.deletes += 1;
    waiting.push(
      ...received.flatMap((each) => (failed === null || failed.includes(each.id) ? [{ ...each, visibleAt }] : [])),
    );
    deliver(batchSize);
  }

  return {
    counts,
    send(body: Body, delayMs = 0): void {
      counts.sends += 1;
      lastId += 1;
      if (running === 0 && waiting.length === 0) idle = Promise.withResolvers();
      waiting.push({ id: String(lastId), body, receives: 0, visibleAt: now() + delayMs });
      deliver(1);
    },
    /** Lets all delays of messages pass. */
    deliverDelayed(): void {
      for (const message of waiting) message.visibleAt = now();
      deliver(1);
    },
    /** Resolves when all messages are deleted; rejects if an invocation could not be made. */
    ended: () => idle.promise,
  };
}
