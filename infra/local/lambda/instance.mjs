// @ts-check
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * One instance of a function, in its own thread: loads the bundle once, then handles one invocation at a time.
 * JavaScript, since each thread that loads TypeScript loads the compiler too: 10 MB, and half the time of a start.
 *
 * @import { Context } from 'aws-lambda'
 * @import { InstanceData, Invocation, InvocationResult } from './function-host.ts'
 * @typedef {(event: unknown, context: Partial<Context>) => Promise<unknown>} Handler
 */

const { modulePath, exportName, functionName, memoryMb, extraCa } = /** @type {InstanceData} */ (workerData);
if (extraCa.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...extraCa]);

/** Lambda's limit for a response as JSON, in bytes, as its own error states it. */
const MAX_RESPONSE_BYTES = 6_291_556;
/** A body of this many characters takes 6 MB at most, since none takes more than six bytes; the rest is for headers. */
const SMALL_BODY_LENGTH = 1_000_000;

/** @type {Promise<Record<string, Handler>>} */
const loading = import(pathToFileURL(modulePath).href);

parentPort?.on('message', (/** @type {Invocation} */ invocation) => {
  void invoke(invocation).then((result) => parentPort?.postMessage(result));
});
// When loading has failed, each invocation returns its error.
void loading.catch(() => {}).then(() => parentPort?.postMessage('ready'));

/**
 * @param {Invocation} invocation
 * @returns {Promise<InvocationResult>}
 */
async function invoke({ event, requestId, traceHeader, deadline }) {
  try {
    // "The X-Ray tracing header. This environment variable changes with each invocation" (Lambda Developer Guide, Working
    // with Lambda environment variables). Of an instance that has one invocation at a time, the SDK takes it from there.
    process.env._X_AMZN_TRACE_ID = traceHeader;
    const handler = /** @type {Handler} */ ((await loading)[exportName]);
    const context = {
      awsRequestId: requestId,
      functionName,
      memoryLimitInMB: String(memoryMb),
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    };
    const value = await handler(event, context);
    return isTooLarge(value) ? TOO_LARGE : { ok: true, value };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, name, message };
  }
}

/**
 * "Invocation payload (request and response): 6 MB each for request and response (synchronous)" (Lambda Developer Guide,
 * Lambda quotas). Number, name and message are those of Lambda's own response; the guide does not document them.
 *
 * @type {InvocationResult}
 */
const TOO_LARGE = {
  ok: false,
  name: 'Function.ResponseSizeTooLarge',
  message: `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`,
};

/**
 * Small responses are not serialized for it: that would take longer than most invocations.
 *
 * @param {unknown} value
 */
function isTooLarge(value) {
  const { body } = /** @type {{ body?: unknown }} */ (value ?? {});
  if (typeof body === 'string' && body.length <= SMALL_BODY_LENGTH) return false;
  return Buffer.byteLength(JSON.stringify(value) ?? '') > MAX_RESPONSE_BYTES;
}
