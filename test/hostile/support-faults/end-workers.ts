import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import type { InstanceData, Invocation } from '../../../infra/local/lambda/function-host.ts';

/**
 * Loaded before a runner (`node --import`): ends instances of the workers of both stages while they handle a message of a batch, as
 * often as this module's query specifies, at random times within its interval. Each end is a line of the runner's
 * output.
 */
const { searchParams } = new URL(import.meta.url);
let left = Number(searchParams.get('kills'));
const everyMs = Number(searchParams.get('everyMs'));

const WORKERS = new Set(['snapshot-worker', 'batch-completer']);
const handling = new Set<threads.Worker>();

class EndedWorker extends threads.Worker {
  private readonly functionName: string | undefined;

  constructor(file: string | URL, options: WorkerOptions = {}) {
    super(file, options);
    this.functionName = (options.workerData as Partial<InstanceData> | undefined)?.functionName;
    this.on('message', () => handling.delete(this)).on('exit', () => handling.delete(this));
  }

  override postMessage(message: unknown) {
    super.postMessage(message);
    const isOfBatch = JSON.stringify((message as Partial<Invocation>).event ?? null).includes('-batch\\');
    if (WORKERS.has(this.functionName!) && isOfBatch) handling.add(this);
  }
}

Object.assign(threads, { Worker: EndedWorker });
syncBuiltinESMExports();

/** Ends a random instance, and schedules the next end. */
function endOne() {
  const [...workers] = handling;
  const worker = workers[Math.floor(Math.random() * workers.length)];
  if (worker) {
    left -= 1;
    handling.delete(worker);
    process.stdout.write('An instance was ended\n');
    void worker.terminate();
  }
  if (left > 0) setTimeout(endOne, everyMs * (0.5 + Math.random())).unref();
}
if (left > 0) setTimeout(endOne, everyMs).unref();
