import type { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Credentials, localCredentials } from '../credentials.ts';
import type { FunctionModel } from '../template/service-model.ts';
import { createInstances, type Instances } from './instances.ts';
import { isRecursive, traceHeaderFor } from './lineage.ts';

/** Time limit of a start, which takes seconds on a busy machine. */
const START_TIMEOUT_MS = 60_000;
/** V8's young generation would otherwise grow to 100 MB in each instance under load. */
const YOUNG_GENERATION_MB = 8;

/** Thrown when the function threw, timed out or exited: what Lambda reports as a function error. */
export class FunctionError extends Error {
  readonly code = 'function_error';
}

/** Thrown for an invocation that Lambda stops, since the function is part of a recursive loop. */
export class RecursionStopped extends Error {
  readonly code = 'recursion_stopped';
}

export interface FunctionHost {
  /**
   * Invokes the function with an event of its trigger.
   *
   * @param onTaken called when an instance takes the event; until then, the event waits for a free instance
   * @param traceHeader of the request or message that causes the invocation, if it has one
   * @throws {FunctionError}
   * @throws {RecursionStopped}
   */
  invoke(event: unknown, onTaken?: () => void, traceHeader?: string): Promise<unknown>;
  close(): Promise<void>;
}

interface HostOptions {
  /** Environment in addition to the template's: endpoints of the emulated services. */
  environment: Record<string, string>;
  extraCa: string[];
  /** By their access key id, the emulated services know which function's role a call is checked against. */
  credentials?: Credentials;
  /** Shared with the other functions; by default the function's own. */
  instances?: Instances;
  /** Gets the output of each instance; by default, it is the runner's own. */
  follow?: (output: Readable) => void;
}

/**
 * Runs a function as Lambda does: each instance handles one event at a time, keeps its module state between events,
 * and is ended by a timeout; another instance is started while all others are busy. The start of an instance does not
 * count towards the function's timeout.
 */
export function createFunctionHost(model: FunctionModel, options: HostOptions): FunctionHost {
  const { instances = createInstances() } = options;
  const group = instances.group(() => startInstance(model, options));

  return {
    async invoke(event, onTaken = () => {}, traceHeader = '') {
      if (!model.allowsRecursion && isRecursive(model.logicalId, traceHeader)) throw new RecursionStopped(model.name);
      const worker = await group.acquire().catch((error: Error) => {
        throw new FunctionError(`${model.name}: ${error.message}`);
      });
      onTaken();
      try {
        const invocation = { event, traceHeader: traceHeaderFor(model.logicalId, traceHeader) };
        const result = await runOn(worker, invocation, model.timeoutMs);
        group.release(worker);
        if (!result.ok) throw new FunctionError(`${model.name}: ${result.name}: ${result.message}`);
        return result.value;
      } catch (error) {
        if (!(error instanceof InstanceLost)) throw error;
        group.discard(worker);
        throw new FunctionError(`${model.name}: ${error.message}`);
      }
    },
    close: () => group.close(),
  };
}

/** @returns an instance that has loaded the function's code, or failed to: then each invocation returns the error */
async function startInstance(model: FunctionModel, options: HostOptions): Promise<Worker> {
  const worker = new Worker(new URL('./instance.mjs', import.meta.url), {
    workerData: instanceData(model, options),
    env: { ...model.environment, ...options.environment, ...identityOf(model, options), TZ: 'UTC' },
    resourceLimits: { maxOldGenerationSizeMb: model.memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    stdout: options.follow !== undefined,
    stderr: options.follow !== undefined,
  });
  options.follow?.(worker.stdout);
  options.follow?.(worker.stderr);
  // The error of an idle instance concerns no caller; `nextMessage` listens for the errors of busy ones.
  worker.on('error', () => {});
  try {
    await nextMessage(worker, START_TIMEOUT_MS, 'did not start');
    return worker;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** Thrown when the instance cannot be used again. */
class InstanceLost extends Error {}

function runOn(
  worker: Worker,
  invocation: Pick<Invocation, 'event' | 'traceHeader'>,
  timeoutMs: number,
): Promise<InvocationResult> {
  const answer = nextMessage<InvocationResult>(worker, timeoutMs, 'Task timed out');
  worker.postMessage({ ...invocation, requestId: randomUUID(), deadline: Date.now() + timeoutMs } satisfies Invocation);
  return answer;
}

/**
 * Waits for an instance's next message.
 *
 * @throws {InstanceLost} if none arrives
 */
function nextMessage<Message>(worker: Worker, timeoutMs: number, timeoutText: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      settle();
      reject(new InstanceLost(reason));
    };
    const onMessage = (message: Message) => {
      settle();
      resolve(message);
    };
    const onError = (error: Error) => fail(error.message);
    const onExit = () => fail('the instance exited');
    const timer = setTimeout(() => fail(`${timeoutText} after ${timeoutMs / 1000} seconds`), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
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

// The protocol with `instance.mjs`.

/** Start parameters of an instance. */
export interface InstanceData {
  /** The bundle's module, and the name of the handler in it. */
  modulePath: string;
  exportName: string;
  functionName: string;
  memoryMb: number;
  /** PEM certificates that are trusted in addition to the system's: those of the sandbox. */
  extraCa: string[];
}

export interface Invocation {
  event: unknown;
  requestId: string;
  /** For the SDK, which sends it with the function's calls. */
  traceHeader: string;
  /** Milliseconds since the epoch. */
  deadline: number;
}

export type InvocationResult = { ok: true; value: unknown } | { ok: false; name: string; message: string };
