import { randomUUID } from 'node:crypto';
import { logWarning } from '../platform/log-warning.ts';
import { SHARES, sharesOf } from './crawl-shares.ts';
import { CRAWLER_MS, SLICE_MS } from './limits.ts';
import type { CrawlServices } from './services.ts';
import { SERVICE } from './store/private-crawls.ts';
import type { RegisteredInvocation } from './store/crawler-invocations.ts';
import type { CrawlTask } from './tasks.ts';

/** Interval at which an invocation looks for crawls that join it. */
const POLL_MS = 2_000;
/** A crawl joins an invocation only if its slices continue for at least this time. */
const LEAST_MS = 40_000;
/** Delay after which a crawl continues whose invocation was terminated after it joined: its slice has ended by then. */
const LOST_AFTER_MS = CRAWLER_MS + 30_000;

/** The present invocation, with the slices that are in progress. */
interface Running {
  id: string;
  slices: number;
  idle: PromiseWithResolvers<void>;
  /** Ends after the last slice. */
  ended: Promise<void>;
}

/** Processes a slice of a crawl. */
type ProcessSlice = (task: CrawlTask) => Promise<void>;

/** Lets the crawls of one process join other invocations, or start and join its own. */
export interface JoinInvocation {
  /**
   * Processes the slice of a message, unless a running invocation has room for the crawl: then that one does.
   *
   * @param together number of crawls that came with the same message
   * @param ofMessage processes it here
   * @param ofJoined processes the slice of a crawl that joins this invocation later, whose errors it handles
   */
  process(task: CrawlTask, together: number, ofMessage: ProcessSlice, ofJoined: ProcessSlice): Promise<void>;
}

type Services = Pick<CrawlServices, 'crawls' | 'invocations' | 'queue' | 'shares' | 'now'>;

/**
 * Creates the invocations of one process, one after the other. An invocation registers itself, then reads which others are
 * running: of two that start at the same time, at least one sees the other one. Crawls join older ones alone, so that two
 * never join each other, and ones with at least as many crawls, so that the number of invocations falls.
 */
export function createJoinInvocation(services: Services): JoinInvocation {
  let running: Running | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** The crawls of one batch look for an invocation one after the other. */
  function serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  function leave(from: Running): void {
    from.slices -= 1;
    if (from.slices > 0) return;
    if (running === from) running = null;
    from.idle.resolve();
  }

  /** @returns `null` if the crawl has joined another invocation */
  async function enter(task: CrawlTask, together: number, ofJoined: ProcessSlice) {
    if (running) {
      running.slices += 1;
      return { invocation: running, isFirst: false };
    }
    const id = `${new Date(services.now()).toISOString()} ${randomUUID()}`;
    if (await registerAndJoin(id, task, together)) return null;
    const invocation: Running = { id, slices: 1, idle: Promise.withResolvers(), ended: Promise.resolve() };
    running = invocation;
    invocation.ended = admit(invocation, ofJoined);
    return { invocation, isFirst: true };
  }

  /** @returns whether the crawl has joined another invocation; if the table cannot be read, it is processed here */
  async function registerAndJoin(id: string, task: CrawlTask, together: number): Promise<boolean> {
    try {
      const used = task.alone ? SHARES : together;
      await services.invocations.register({ id, used, until: services.now() + SLICE_MS });
      if (task.alone || !(await joinOther(id, task, together, services))) return false;
    } catch (error) {
      logWarning('no invocation joined', { domain: task.domain })(error);
      return false;
    }
    await endInvocation(id, services);
    return true;
  }

  /** Processes the crawls that join an invocation, until all of its slices have ended. */
  async function admit(invocation: Running, ofJoined: ProcessSlice): Promise<void> {
    const { id, idle } = invocation;
    const release = services.shares.hold();
    const joined = new Set<Promise<void>>();
    while (await isStillRunning(idle.promise)) {
      const { used } = services.shares;
      const tasks = await services.invocations.takeJoined(id, used).catch(logWarning('joining crawls not read'));
      for (const task of tasks ?? []) {
        // The last slice has ended meanwhile.
        if (invocation.slices === 0) {
          await services.queue.send(task).catch(logWarning('joining crawl not sent', { domain: task.domain }));
          continue;
        }
        invocation.slices += 1;
        const slice = ofJoined(task)
          .catch(logWarning('slice of a joined crawl failed', { domain: task.domain }))
          .then(() => leave(invocation));
        joined.add(slice);
      }
    }
    await Promise.all(joined);
    release();
    await endInvocation(id, services);
  }

  return {
    async process(task, together, ofMessage, ofJoined) {
      const entered = await serially(() => enter(task, together, ofJoined));
      if (!entered) return;
      const { invocation, isFirst } = entered;
      try {
        await ofMessage(task);
      } finally {
        leave(invocation);
        if (isFirst) await invocation.ended;
      }
    },
  };
}

/** Waits for the next look at the crawls that join. @returns false if all slices have ended */
async function isStillRunning(idle: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const due = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), POLL_MS);
  });
  const isRunning = await Promise.race([idle.then(() => false), due]);
  clearTimeout(timer);
  return isRunning;
}

/** Adds a crawl to the fullest older invocation that has room. @returns false if there is none */
async function joinOther(
  id: string,
  task: CrawlTask,
  together: number,
  { crawls, invocations, queue, now }: Services,
): Promise<boolean> {
  const until = now() + LEAST_MS;
  const canJoin = (other: RegisteredInvocation) =>
    other.id < id && other.until >= until && other.used >= together && other.used < SHARES;
  const others = (await invocations.list()).filter(canJoin).toSorted((one, other) => other.used - one.used);
  if (others.length === 0) return false;
  const crawl = (await crawls.readInProgress(task.domain, { viewer: SERVICE })).find((each) => each.id === task.id);
  // A message of a slice that has ended is ignored by this invocation.
  if (!crawl || crawl.status === 'reporting' || task.slices < crawl.slices) return false;
  const shares = sharesOf(crawl);
  const fitting = others.filter(({ used }) => used + shares <= SHARES);
  if (fitting.length === 0) return false;
  // Ignored if the slice has ended by then, as the number of the crawl's slices is higher.
  await queue.send(task, LOST_AFTER_MS);
  for (const other of fitting) {
    if (await invocations.join(other.id, { task, shares }, { room: SHARES, until })) return true;
  }
  return false;
}

/** Sends the messages of crawls that have joined an invocation too late. If it fails, their other messages continue them. */
async function endInvocation(id: string, { invocations, queue }: Services): Promise<void> {
  try {
    const left = await invocations.end(id);
    await Promise.all(left.map((task) => queue.send(task)));
  } catch (error) {
    logWarning('invocation not ended')(error);
  }
}
