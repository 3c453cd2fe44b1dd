import { createHash, randomBytes } from 'node:crypto';

/**
 * Recursive loop detection, as Lambda does it. "Lambda uses an AWS X-Ray trace header primitive called 'Lineage' to track
 * the number of times a function has been invoked with an event. When your function code sends an event using a supported
 * AWS SDK version, Lambda increments the counter in the lineage header. If your function is then invoked with the same
 * triggering event more than 16 times, Lambda stops the next invocation for that event" (AWS Compute Blog, Detecting and
 * stopping recursive loops; the Lambda Developer Guide has "approximately 16 times").
 *
 * The form of `Lineage` is the one that the X-Ray Developer Guide shows (Tracing header), a counter for each function of
 * the chain: `Lineage=a87bd80c:1|68fd508a:5`. A first invocation has the counter 0. Headers of real invocations since 2025
 * have another form, `Lineage=1:a84cdf6d:0`, which AWS does not document.
 */
const MOST_INVOCATIONS = 16;

/** The part of a trace header that counts, by function. */
function lineageOf(traceHeader: string): Map<string, number> {
  const lineage = /(?:^|;)\s*Lineage=([^;]*)/.exec(traceHeader)?.[1] ?? '';
  return new Map(
    lineage
      .split('|')
      .flatMap((each) => (/^[\da-f]{8}:\d+$/.test(each) ? [each.split(':')] : []))
      .map(([hash, count]) => [hash!, Number(count)]),
  );
}

const hashOf = (functionId: string) => createHash('sha256').update(functionId).digest('hex').slice(0, 8);

/** @returns how often a function was invoked in the chain of requests that a trace header belongs to */
export function invocationsBefore(functionId: string, traceHeader: string): number {
  const lineage = lineageOf(traceHeader);
  const count = lineage.size > 0 ? lineage.get(hashOf(functionId)) : undefined;
  return count === undefined ? 0 : count + 1;
}

/** Whether the next invocation of a function in this chain is one that Lambda stops. */
export const isRecursive = (functionId: string, traceHeader: string) =>
  invocationsBefore(functionId, traceHeader) >= MOST_INVOCATIONS;

/**
 * The trace header that an invocation of a function gets, and that the SDK sends with the calls of the function.
 *
 * @param received of the request or message that invokes it; `undefined`: a chain begins
 */
export function traceHeaderFor(functionId: string, received = ''): string {
  const root = /(?:^|;)\s*Root=([^;]+)/.exec(received)?.[1] ?? newRoot();
  const lineage = lineageOf(received).set(hashOf(functionId), invocationsBefore(functionId, received));
  const counters = Array.from(lineage, ([hash, count]) => `${hash}:${count}`).join('|');
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${counters}`;
}

function newRoot(): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `1-${seconds.toString(16)}-${randomBytes(12).toString('hex')}`;
}
