import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import type { InstanceData, Invocation, InvocationResult } from './protocol.ts';

/** One instance of a function, in a thread of its own: loads the bundle once, then answers one invocation at a time. */
type Handler = (event: unknown, context: Partial<Context>) => Promise<unknown>;

const { modulePath, exportName, functionName, memoryMb, extraCa } = workerData as InstanceData;
if (extraCa.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...extraCa]);

// What arrives while the bundle loads waits in the port's queue.
const loading = import(pathToFileURL(modulePath).href) as Promise<Record<string, Handler>>;

parentPort!.on('message', (invocation: Invocation) => {
  void invoke(invocation).then((result) => parentPort!.postMessage(result));
});

async function invoke({ event, requestId, deadline }: Invocation): Promise<InvocationResult> {
  try {
    const handler = (await loading)[exportName]!;
    const context = {
      awsRequestId: requestId,
      functionName,
      memoryLimitInMB: String(memoryMb),
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    };
    return { ok: true, value: await handler(event, context) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, name, message };
  }
}
