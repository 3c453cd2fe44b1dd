import { NetworkFailure } from '../../platform/network/failures.ts';
import { DEFECT, DISABLED, refusalOf, TIMEOUT } from '../../sources/providers/fetch-source.ts';
import { failureAnswer, Refusal } from '../../sources/providers/read-response.ts';
import type { BaseUrl, ProviderClient } from '../../sources/providers/provider-client.ts';
import { ProviderUnavailable } from '../../platform/rate-limit.ts';
import type { SourceAnswer, SourceError } from '../../record/source-answer.ts';
import type { Engine } from './engine.ts';
import type { EngineId, Locale } from '../choices.ts';
import { readAnswer } from './read-answer.ts';

/** Suggestions of one engine for one query. Only `ok` and `empty` are results and can be cached. */
export interface EngineAnswer {
  engine: EngineId;
  status: 'ok' | 'empty' | 'error' | 'timeout' | 'rate_limited' | 'blocked' | 'skipped';
  /** In the engine's order and spelling, trimmed; empty unless the status is `ok`. */
  phrases: string[];
  /** HTTP status of the response, if there was one. */
  http_status: number | null;
  /** Includes the wait for the rate limit. */
  duration_ms: number;
  error: SourceError | null;
}

export interface EngineDependencies {
  http: ProviderClient;
  /** Owner of the key of the request, who uses a part of the rate limit. */
  owner: string;
  baseUrl: BaseUrl;
  /** Ids that the operator has disabled. */
  disabled: ReadonlySet<string>;
  /** Time limit of the request, without the wait for the rate limit. */
  timeoutMs: number;
  /** Aborts the request when no caller waits any more; the status is then `timeout`. */
  signal?: AbortSignal;
}

type Outcome = Pick<EngineAnswer, 'status' | 'phrases' | 'http_status' | 'error'>;

/** No engine documents its rate limit: this is a low rate. */
const INTERVAL_MS = 250;
/** The header that a browser sends for a script's request. */
const ACCEPT = 'application/json, text/javascript, */*; q=0.01';

/**
 * Requests the suggestions of one engine for a query. Nothing is thrown: failures are part of the answer, so that one
 * engine does not affect the others.
 */
export async function requestSuggestions(
  engine: Engine,
  query: string,
  locale: Locale,
  dependencies: EngineDependencies,
): Promise<EngineAnswer> {
  const startedAt = performance.now();
  const outcome = dependencies.disabled.has(engine.id)
    ? failure(DISABLED)
    : await unlessAborted(dependencies.signal, () => send(engine, query, locale, dependencies));
  return { engine: engine.id, ...outcome, duration_ms: Math.round(performance.now() - startedAt) };
}

/** Returns as soon as the signal is aborted, although the wait for the rate limit ends later. */
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

async function send(
  engine: Engine,
  query: string,
  locale: Locale,
  { http, owner, baseUrl, timeoutMs, signal }: EngineDependencies,
): Promise<Outcome> {
  try {
    const url = new URL(engine.urlPath(query, locale), baseUrl(engine)).href;
    const response = await http.request(url, {
      timeoutMs,
      rateLimit: { key: `suggest-${engine.id}`, intervalMs: INTERVAL_MS, owner },
      headers: { accept: ACCEPT, 'accept-language': `${locale.language}-${locale.region},${locale.language};q=0.9` },
      // A response that blocks us counts as a failure of the engine, so that requests to it pause for a while.
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

/** Returns the location of a defect, without the message, which could contain the response or the query. */
function traceOf(error: unknown) {
  const { name, stack = '' } = (error ?? {}) as Partial<Error>;
  return { error: name, stack: stack.split('\n').filter((line) => /^\s+at /.test(line)) };
}

/** Engines have only some of the statuses of sources. */
function failure({ status, http_status = null, error }: SourceAnswer): Outcome {
  return { status: status as Outcome['status'], phrases: [], http_status, error: error ?? null };
}
