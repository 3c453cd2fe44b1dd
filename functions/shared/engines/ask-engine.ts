import { NetworkFailure } from '../network/failures.ts';
import { DEFECT, DISABLED, refusalOf, TIMEOUT } from '../providers/ask-source.ts';
import { failureAnswer } from '../providers/failure-answer.ts';
import { Refusal } from '../providers/read-response.ts';
import type { BaseUrl, ProviderClient } from '../providers/provider-client.ts';
import { ProviderUnavailable } from '../storage/provider-rate-limit.ts';
import type { SourceAnswer, SourceError } from '../record/source-answer.ts';
import type { Engine } from './engine.ts';
import type { EngineId, Locale } from '../keywords/engine-id.ts';
import { readAnswer } from './read-answer.ts';

/** What one engine suggests for one query. Only `ok` and `empty` say something of the query, and may be kept. */
export interface EngineAnswer {
  engine: EngineId;
  status: 'ok' | 'empty' | 'error' | 'timeout' | 'rate_limited' | 'blocked' | 'skipped';
  /** In the engine's order, as it writes them but for space around; none but with `ok`. */
  phrases: string[];
  /** HTTP status of the answer, where there was one. */
  http_status: number | null;
  /** With the wait for the engine's rate limit. */
  duration_ms: number;
  error: SourceError | null;
}

export interface EngineDependencies {
  http: ProviderClient;
  baseUrl: BaseUrl;
  /** Ids of what the operator has switched off. */
  disabled: ReadonlySet<string>;
  /** Longest time for the request itself, without the wait for the rate limit. */
  timeoutMs: number;
  /** Ends it all when nobody waits any more; then the answer is a timeout. */
  signal?: AbortSignal;
}

type Outcome = Pick<EngineAnswer, 'status' | 'phrases' | 'http_status' | 'error'>;

/** No engine tells its limits: these are modest ones. */
const INTERVAL_MS = 250;
/** As a browser's script asks for data. */
const ACCEPT = 'application/json, text/javascript, */*; q=0.01';

/**
 * Asks one engine what it suggests for a query, or says why it does not answer. Nothing is thrown: one engine's failure
 * is no one else's.
 */
export async function askEngine(
  engine: Engine,
  query: string,
  locale: Locale,
  dependencies: EngineDependencies,
): Promise<EngineAnswer> {
  const startedAt = performance.now();
  const outcome = dependencies.disabled.has(engine.id)
    ? failure(DISABLED)
    : await unlessAborted(dependencies.signal, () => ask(engine, query, locale, dependencies));
  return { engine: engine.id, ...outcome, duration_ms: Math.round(performance.now() - startedAt) };
}

/** The wait for the rate limit does not end with the signal; the answer does. */
async function unlessAborted(signal: AbortSignal | undefined, run: () => Promise<Outcome>): Promise<Outcome> {
  if (!signal) return run();
  if (signal.aborted) return failure(TIMEOUT);
  const settled = new AbortController();
  const aborted = new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve(failure(TIMEOUT)), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([aborted, run()]);
  } finally {
    settled.abort();
  }
}

async function ask(
  engine: Engine,
  query: string,
  locale: Locale,
  { http, baseUrl, timeoutMs, signal }: EngineDependencies,
): Promise<Outcome> {
  try {
    const url = new URL(engine.urlPath(query, locale), baseUrl(engine)).href;
    const response = await http.request(url, {
      timeoutMs,
      pace: { key: `suggest-${engine.id}`, intervalMs: INTERVAL_MS },
      headers: { accept: ACCEPT, 'accept-language': `${locale.language}-${locale.region},${locale.language};q=0.9` },
      // An engine that blocks is to be left alone as one that is down.
      accepts: (answer) => isReadable(engine, answer, url),
      ...(signal && { signal }),
    });
    const phrases = readAnswer(engine, response, url);
    return { status: phrases.length > 0 ? 'ok' : 'empty', phrases, http_status: response.status, error: null };
  } catch (error) {
    return signal?.aborted ? failure(TIMEOUT) : failure(answerTo(engine, error));
  }
}

function isReadable(...parts: Parameters<typeof readAnswer>): boolean {
  try {
    readAnswer(...parts);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function answerTo({ id }: Engine, error: unknown): SourceAnswer {
  if (error instanceof Refusal) return error.answer;
  if (error instanceof NetworkFailure) return failureAnswer(error);
  if (error instanceof ProviderUnavailable) return refusalOf(error.code);
  console.error(JSON.stringify({ level: 'ERROR', engine: id, ...traceOf(error) }));
  return DEFECT;
}

/** Where it happened; a message might quote the answer or the query. */
function traceOf(error: unknown) {
  const { name, stack = '' } = (error ?? {}) as Partial<Error>;
  return { error: name, stack: stack.split('\n').filter((line) => /^\s+at /.test(line)) };
}

/** Of the statuses of sources, what refuses an engine has only those that engines know. */
function failure({ status, http_status = null, error }: SourceAnswer): Outcome {
  return { status: status as Outcome['status'], phrases: [], http_status, error: error ?? null };
}
