import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Credentials } from '../aws/credentials.ts';
import { localCredentials } from '../identity.ts';
import type { FunctionModel } from '../template/service-model.ts';
import type { InstanceData, Invocation, InvocationResult } from './protocol.ts';

/** Instances of one function at once; further invocations wait for a free one, as with reserved concurrency. */
const MAX_INSTANCES = 24;
/** By itself the engine lets what is young grow to 100 MB in each instance under load. */
const YOUNG_MB = 16;

/** The function threw, ran into its timeout or died: what Lambda reports as a function error. */
export class FunctionError extends Error {
  readonly code = 'function_error';
}

export interface FunctionHost {
  /**
   * Invokes the function with an event of its trigger.
   *
   * @throws {FunctionError}
   */
  invoke(event: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface HostOptions {
  /** Environment beside that of the template: endpoints of the emulated services. */
  environment: Record<string, string>;
  extraCa: string[];
  /** By their access key id, the emulated services know whose role a call is judged by. */
  credentials?: Credentials;
  /** What the function writes is dropped. */
  quiet?: boolean;
}

/**
 * Runs a function as Lambda does: each instance answers one event at a time, keeps its module state between events,
 * and dies with its timeout; a further instance is started while all others are busy.
 */
export function createFunctionHost(model: FunctionModel, options: HostOptions): FunctionHost {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: ((worker: Worker) => void)[] = [];

  function start(): Worker {
    const worker = new Worker(new URL('./instance.mjs', import.meta.url), {
      workerData: instanceData(model, options),
      env: { ...model.environment, ...options.environment, ...identityOf(model, options), TZ: 'UTC' },
      resourceLimits: { maxOldGenerationSizeMb: model.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Otherwise it is written where the runner writes.
      stdout: options.quiet ?? false,
      stderr: options.quiet ?? false,
    });
    all.add(worker);
    // What an idle instance dies of concerns no caller; `runOn` listens for the others.
    worker.on('error', () => {});
    worker.once('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    return worker;
  }

  async function acquire(): Promise<Worker> {
    const free = idle.pop();
    if (free) return free;
    if (all.size < MAX_INSTANCES) return start();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(worker: Worker) {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  return {
    async invoke(event) {
      const worker = await acquire();
      try {
        const result = await runOn(worker, event, model.timeoutMs);
        giveBack(worker);
        if (!result.ok) throw new FunctionError(`${model.name}: ${result.name}: ${result.message}`);
        return result.value;
      } catch (error) {
        if (!(error instanceof InstanceLost)) throw error;
        await worker.terminate();
        if (waiting.length > 0) giveBack(start());
        throw new FunctionError(`${model.name}: ${error.message}`);
      }
    },

    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** The instance cannot be used again. */
class InstanceLost extends Error {}

function runOn(worker: Worker, event: unknown, timeoutMs: number): Promise<InvocationResult> {
  return new Promise((resolve, reject) => {
    const lost = (reason: string) => {
      settle();
      reject(new InstanceLost(reason));
    };
    const onMessage = (result: InvocationResult) => {
      settle();
      resolve(result);
    };
    const onError = (error: Error) => lost(error.message);
    const onExit = () => lost('the instance exited');
    const timer = setTimeout(() => lost(`Task timed out after ${timeoutMs / 1000} seconds`), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage({ event, requestId: randomUUID(), deadline: Date.now() + timeoutMs } satisfies Invocation);
  });
}

function identityOf({ name }: FunctionModel, { credentials = localCredentials }: HostOptions): Record<string, string> {
  return {
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

function instanceData({ codeDir, handler, name, memoryMb }: FunctionModel, { extraCa }: HostOptions): InstanceData {
  const [file, exportName] = handler.split('.') as [string, string];
  return { modulePath: join(codeDir, `${file}.mjs`), exportName, functionName: name, memoryMb, extraCa };
}
