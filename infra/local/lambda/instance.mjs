// @ts-check
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * One instance of a function, in a thread of its own: loads the bundle once, then answers one invocation at a time.
 * JavaScript, since each thread that loads TypeScript loads the compiler too: 10 MB, and half the time of a start.
 *
 * @import { Context } from 'aws-lambda'
 * @import { InstanceData, Invocation, InvocationResult } from './protocol.ts'
 * @typedef {(event: unknown, context: Partial<Context>) => Promise<unknown>} Handler
 */

const { modulePath, exportName, functionName, memoryMb, extraCa } = /** @type {InstanceData} */ (workerData);
if (extraCa.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...extraCa]);

/** What arrives while the bundle loads waits in the port's queue. @type {Promise<Record<string, Handler>>} */
const loading = import(pathToFileURL(modulePath).href);

parentPort?.on('message', (/** @type {Invocation} */ invocation) => {
  void invoke(invocation).then((result) => parentPort?.postMessage(result));
});

/**
 * @param {Invocation} invocation
 * @returns {Promise<InvocationResult>}
 */
async function invoke({ event, requestId, deadline }) {
  try {
    const handler = /** @type {Handler} */ ((await loading)[exportName]);
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
