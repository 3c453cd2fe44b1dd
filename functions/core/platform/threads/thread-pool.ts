import { parentPort, Worker } from 'node:worker_threads';

interface ThreadPoolOptions {
  /** Module of the threads, which calls `serveTasks`. */
  file: URL;
  /** Maximum heap size of one thread. */
  memoryMb: number;
  /** Time limit of one task in milliseconds, without the start of its thread. */
  deadlineMs: number;
  /** Maximum number of concurrent threads; further tasks wait. */
  mostThreads: number;
}

/** Thrown if a task's thread was terminated because the task exceeded the limit of memory or time. */
export class TaskTooComplex extends Error {
  readonly code = 'task_too_complex';
}

interface TaskMessage {
  name: string;
  args: unknown[];
}

type TaskResult = { ok: true; value: unknown } | { ok: false; error: unknown };

/** First message of a thread, after its module was loaded. */
const READY = 'ready';

interface Task extends TaskMessage {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs tasks in worker threads, one at a time in each, so that a task that takes too much memory or time terminates
 * only its thread. One idle thread is kept for the next task; it does not keep the process alive.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #waiting: Task[] = [];
  readonly #idle: TaskThread[] = [];
  #threads = 0;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Starts a thread in advance, so that the first task does not wait for it. */
  warm(): void {
    if (this.#threads === 0) this.#idle.push(this.#start());
  }

  /**
   * @throws {TaskTooComplex} if its thread was terminated
   * @throws errors of the task
   */
  run(name: string, args: unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ name, args, resolve, reject });
    this.#dispatch();
    return promise;
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop() ?? (this.#threads < this.#options.mostThreads ? this.#start() : null);
      if (!thread) return;
      thread.begin(this.#waiting.shift()!);
    }
  }

  #start(): TaskThread {
    this.#threads += 1;
    return new TaskThread(this.#options, {
      onDone: (thread) => {
        this.#idle.push(thread);
        this.#dispatch();
        while (this.#idle.length > 1) this.#idle.shift()!.end();
      },
      onEnd: (thread) => {
        this.#threads -= 1;
        const index = this.#idle.indexOf(thread);
        if (index >= 0) this.#idle.splice(index, 1);
        this.#dispatch();
      },
    });
  }
}

interface Events {
  /** The thread is free for another task. */
  onDone: (thread: TaskThread) => void;
  /** The thread has ended. */
  onEnd: (thread: TaskThread) => void;
}

class TaskThread {
  readonly #worker: Worker;
  readonly #deadlineMs: number;
  readonly #events: Events;
  #task: Task | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #hasEnded = false;

  constructor({ file, memoryMb, deadlineMs }: ThreadPoolOptions, events: Events) {
    this.#deadlineMs = deadlineMs;
    this.#events = events;
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    this.#worker.unref();
    this.#worker.on('message', (message: TaskResult | typeof READY) => {
      if (message === READY) this.#ready();
      else this.#settle(message);
    });
    // Out of memory, or an unexpected error outside of tasks.
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(isMemory ? new TaskTooComplex('The task exceeded the memory limit') : error);
    });
    this.#worker.on('exit', () => this.#fail(new TaskTooComplex('The thread has ended')));
  }

  begin(task: Task): void {
    this.#task = task;
    // A running task keeps the process alive, an idle thread does not.
    this.#worker.ref();
    if (this.#isReady) this.#startTimer();
    try {
      this.#worker.postMessage({ name: task.name, args: task.args } satisfies TaskMessage);
    } catch (error) {
      this.#settle({ ok: false, error });
    }
  }

  #ready(): void {
    this.#isReady = true;
    if (this.#task) this.#startTimer();
  }

  #startTimer(): void {
    this.#timer = setTimeout(
      () => this.#fail(new TaskTooComplex('The task exceeded the time limit')),
      this.#deadlineMs,
    );
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    void this.#worker.terminate();
    this.#events.onEnd(this);
  }

  #settle(result: TaskResult): void {
    const task = this.#task;
    if (!task) return;
    this.#task = null;
    clearTimeout(this.#timer);
    this.#worker.unref();
    if (result.ok) task.resolve(result.value);
    else task.reject(result.error);
    this.#events.onDone(this);
  }

  #fail(error: Error): void {
    const task = this.#task;
    this.#task = null;
    this.end();
    task?.reject(error);
  }
}

/** Runs the tasks that a `ThreadPool` sends to this thread. */
export function serveTasks(tasks: Record<string, (...args: never[]) => unknown>): void {
  parentPort!.on('message', ({ name, args }: TaskMessage) => {
    void perform(() => tasks[name]!(...(args as never[]))).then((result) => parentPort!.postMessage(result));
  });
  parentPort!.postMessage(READY);
}

async function perform(task: () => unknown): Promise<TaskResult> {
  try {
    return { ok: true, value: await task() };
  } catch (error) {
    return { ok: false, error };
  }
}
