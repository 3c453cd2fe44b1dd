import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceKey, SourceKeys } from './keys.ts';
import type { ProviderClient, ProviderContext } from './provider-client.ts';
import { ProviderUnavailable } from '../../platform/rate-limit.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import { failure } from './read-response.ts';
import type { SourceSettings } from './source-settings.ts';
import type { DailyBudget, Reservation } from './daily-budget.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import { ABORT_MS } from '../limits.ts';
import { logWarning } from '../../platform/log-warning.ts';

/**
 * - `inline`: a caller waits for the answer
 * - `background`: no caller waits
 * - `batch`: no caller waits, and only half of each provider's rate limit is used
 */
export type FetchMode = 'inline' | 'background' | 'batch';

/** Limits of a request to a source: its time, and the lease under which it is sent. */
export interface FetchLimits {
  mode: FetchMode;
  /** Milliseconds since the epoch at which the request is aborted. */
  deadline?: number;
  /** The subject's lease. If it is lost, another instance requests the source, and this one neither waits nor pays. */
  lease?: HeldLease;
}

export interface FetchDependencies {
  settings: SourceSettings;
  budget: DailyBudget;
  limits: FetchLimits;
  now: () => number;
}

export const PENDING: SourceAnswer = { status: 'pending' };
export const TIMEOUT = failure('timeout', 'timeout', 'The source did not answer within its time limit');
export const DEFECT = failure('error', 'internal', 'An internal error occurred while the source was read');
export const DISABLED = failure('skipped', 'disabled', 'The operator has disabled this source', false);
const KEYS_UNAVAILABLE = failure('error', 'keys_unavailable', 'The keys of the source could not be read');
const BUDGET_SPENT = failure('skipped', 'budget_spent', 'The daily budget for paid sources is spent');

/** A source of data about subjects, such as domains. */
export interface DataSource<Context extends ProviderContext> {
  id: string;
  /** Keys that it requires; without them it is `not_configured`. */
  keys: SourceKey[];
  /** Time limit while a caller waits; 0: it is requested only in the background. */
  inlineMs: number;
  /** Time limit in the background, for sources that may take longer than `inlineMs`; 0: `inlineMs` applies. */
  backgroundMs: number;
  /** Maximum cost of one request; 0 is free. */
  costUsd: number;
  /**
   * Requests the data of one subject.
   *
   * @param subject for example a domain: lower-case ASCII host, without `www.`
   * @returns the answer, also for expected failures; only unexpected errors are thrown
   */
  fetch(subject: string, context: Context): Promise<SourceAnswer>;
}

/**
 * Requests one source, or returns why it is not requested. It never throws: an error of a source is its answer.
 *
 * @param subject for example a domain
 */
export async function fetchSource<Context extends ProviderContext>(
  source: DataSource<Context>,
  subject: string,
  context: Context,
  { settings, budget, limits, now }: FetchDependencies,
): Promise<SourceAnswer> {
  const unavailable = unavailableAnswer(source, context.keys, settings);
  if (unavailable) return unavailable;
  if (source.keys.some((key) => context.keys[key] === null)) return KEYS_UNAVAILABLE;
  if (limits.mode === 'inline' && source.inlineMs === 0) return PENDING;
  if (source.costUsd > 0 && !(await isStillHeld(limits.lease))) return PENDING;
  const reservation = source.costUsd > 0 ? await reserve(source, budget) : null;
  if (source.costUsd > 0 && !reservation) return BUDGET_SPENT;

  const answer = await fetchWithin(source, subject, context, limits, now);
  // An unknown cost counts in full.
  if (answer.costUsd !== undefined) await reservation?.settle(answer.costUsd).catch(warnOfBudget);
  return answer;
}

/** @returns the answer of a source that is disabled or has no key; `null` if it can be requested */
export function unavailableAnswer(
  { id, keys }: Pick<DataSource<never>, 'id' | 'keys'>,
  known: SourceKeys,
  { disabled }: SourceSettings,
): SourceAnswer | null {
  if (disabled.has(id)) return DISABLED;
  const isMissing = keys.some((key) => known[key] === undefined || known[key] === '');
  return isMissing ? { status: 'not_configured' } : null;
}

/** @returns false also if the lease cannot be checked, so that nothing is spent */
async function isStillHeld(lease: FetchLimits['lease']): Promise<boolean> {
  return lease ? lease.confirm().catch(() => false) : true;
}

/** @returns `null` also if the budget cannot be counted, so that nothing is spent */
async function reserve(
  { id, costUsd }: Pick<DataSource<never>, 'id' | 'costUsd'>,
  budget: DailyBudget,
): Promise<Reservation | null> {
  return budget.reserve(costUsd, id).catch(warnOfBudget);
}

const warnOfBudget = logWarning('budget not counted');

async function fetchWithin<Context extends ProviderContext>(
  source: DataSource<Context>,
  subject: string,
  context: Context,
  { mode, deadline = Infinity, lease }: FetchLimits,
  now: () => number,
): Promise<SourceAnswer> {
  const canWait = mode === 'inline' && source.backgroundMs > 0;
  // A source for which a batch has no slot does not change.
  const canBeBusy = canWait || mode === 'batch';
  const longest = mode === 'inline' ? source.inlineMs : Math.max(source.inlineMs, source.backgroundMs);
  const limit = Math.max(0, Math.min(longest, deadline - now()));
  const overdue = new AbortController();
  const fetched = source.fetch(subject, abortable(context, overdue.signal));
  const timer = new AbortController();
  try {
    const late = sleep(limit, canWait ? PENDING : TIMEOUT, { signal: timer.signal });
    late.catch(() => {});
    const lost = abortOf(lease?.signal, timer.signal).then(() => PENDING);
    const first = await Promise.race([fetched, late, lost]);
    if (first !== PENDING && first !== TIMEOUT) return first;
    // Lambda freezes an instance after its response, so open requests are aborted and their slots released before.
    overdue.abort();
    const settled = fetched.then(noop, noop);
    await Promise.race([settled, sleep(ABORT_MS, undefined, { signal: timer.signal }).catch(noop)]);
    return first;
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      return { ...(error.code === 'busy' && canBeBusy ? PENDING : refusalOf(error.code)), costUsd: 0 };
    console.error(JSON.stringify({ level: 'ERROR', source: source.id, subject, stack: (error as Error).stack }));
    return DEFECT;
  } finally {
    timer.abort();
  }
}

const noop = () => {};

/** @returns a promise that resolves when `signal` is aborted; it stops listening when `until` is aborted */
function abortOf(signal: AbortSignal | undefined, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true, signal: until });
  });
}

function abortable<Context extends ProviderContext>(context: Context, signal: AbortSignal): Context {
  const http: ProviderClient = { request: (url, options) => context.http.request(url, { ...options, signal }) };
  return new Proxy(context, { get: (target, name: keyof Context & string) => (name === 'http' ? http : target[name]) });
}

const UNAVAILABLE: Record<ProviderUnavailable['code'], [status: SourceAnswer['status'], message: string]> = {
  source_down: ['skipped', 'The source has failed several times in a row; requests to it are paused'],
  retry_later: ['rate_limited', 'The source has requested a pause'],
  busy: ['rate_limited', 'Too many requests are waiting for this source'],
};

/** @returns the answer for a provider that cannot be requested now */
export function refusalOf(code: ProviderUnavailable['code']): SourceAnswer {
  const [status, message] = UNAVAILABLE[code];
  return failure(status, code, message);
}
