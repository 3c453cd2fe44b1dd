import { setTimeout as sleep } from 'node:timers/promises';
import { hasFailed } from '../platform/network/failures.ts';
import type { Hop } from '../platform/network/http-client.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import {
  type SendRateLimited,
  type SiteAccess,
  siteInterval,
  type SiteSlots,
  type TakeSlots,
} from '../sources/site/site-requests.ts';
import { DEFAULT_RATE, MAX_WAIT_MS } from './limits.ts';

/** Rate until the response time of the server is known. */
const FIRST_RATE = 2;
/** Responses whose median is compared with the lowest median so far. */
const WINDOW = 10;
/** A server is slow if its median is higher than this multiple of the lowest one, and this much more. */
const SLOW_FACTOR = 2;
const SLOW_MS = 100;
/** Time after which the rate is raised by one request per second; the longer one applies after a 429. */
const RAISE_MS = 5_000;
const RAISE_AFTER_429_MS = 60_000;

/** The part of a rate that is kept from one slice to the next. */
export interface RateState {
  perSecond: number;
  /** Lowest median of the response time; `null`: not known yet. */
  baselineMs: number | null;
  raiseMs: number;
}

/**
 * The request rate of a crawl at a site whose owner allows more than the default. It starts low, rises slowly to the
 * requested rate, and is halved when the server slows down, fails or requests a pause. All times are on the clock
 * of `performance.now()`.
 */
export class CrawlRate {
  readonly #max: number;
  #perSecond: number;
  #baselineMs: number | null = null;
  #raiseMs = RAISE_MS;
  #window: number[] = [];
  #changedAt = -Infinity;

  /** @param max requests per second */
  constructor(max: number) {
    this.#max = max;
    this.#perSecond = Math.min(FIRST_RATE, max);
  }

  /** Requests per second, and at most so many at a time: a server that takes longer than a second gets fewer. */
  get perSecond(): number {
    return this.#perSecond;
  }

  get state(): RateState {
    return { perSecond: this.#perSecond, baselineMs: this.#baselineMs, raiseMs: this.#raiseMs };
  }

  /** Continues with the state of an earlier slice. */
  restore({ perSecond, baselineMs, raiseMs }: RateState): void {
    [this.#perSecond, this.#baselineMs, this.#raiseMs] = [perSecond, baselineMs, raiseMs];
  }

  /**
   * Adds the outcome of a request.
   *
   * @param hop response; `null`: there was none in time
   * @param sentAt a request that was sent before the last change shows nothing about the present rate
   */
  add(hop: Pick<Hop, 'status' | 'ttfbMs'> | null, sentAt: number, now: number): void {
    if (sentAt < this.#changedAt) return;
    if (hop?.status === 429) this.#raiseMs = RAISE_AFTER_429_MS;
    if (!hop || hop.status === 429 || hop.status >= 500) return this.#change(this.#perSecond / 2, now);
    this.#window = [...this.#window, hop.ttfbMs].slice(-WINDOW);
    if (this.#window.length < WINDOW) return;
    const median = this.#window.toSorted((a, b) => a - b)[WINDOW / 2]!;
    // At the default rate, a server is not slow because of the crawl.
    if (this.#perSecond <= DEFAULT_RATE) this.#baselineMs = median;
    this.#baselineMs = Math.min(median, this.#baselineMs ?? Infinity);
    if (median > SLOW_FACTOR * this.#baselineMs + SLOW_MS) return this.#change(this.#perSecond / 2, now);
    if (now - this.#changedAt >= this.#raiseMs && this.#perSecond < this.#max) this.#change(this.#perSecond + 1, now);
  }

  #change(perSecond: number, now: number): void {
    this.#perSecond = Math.max(DEFAULT_RATE, Math.min(perSecond, this.#max));
    this.#changedAt = now;
    this.#window = [];
  }
}

interface Clock {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/**
 * Creates slots for requests at the rate of a crawl. The rate limit that all instances share has intervals of at least
 * one second: a slot of it serves all requests of the crawl within its interval, so that faster crawls write no more.
 *
 * @param takeSlots takes a slot of the shared rate limit
 */
export function createRatedSlots(
  takeSlots: TakeSlots,
  rate: Pick<CrawlRate, 'perSecond'>,
  { now, wait }: Clock = { now: () => performance.now(), wait: sleep },
): TakeSlots {
  let sentAt = -Infinity;
  let shared: { slots: SiteSlots; until: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function take({ crawlDelaySeconds, withinMs = Infinity, ...request }: Parameters<TakeSlots>[0]) {
    const until = now() + withinMs;
    const intervalMs = Math.max(1_000 / rate.perSecond, siteInterval(crawlDelaySeconds, true));
    const dueAt = sentAt + intervalMs;
    if (dueAt >= until) throw new ProviderUnavailable('busy', dueAt - now());
    await wait(Math.max(0, dueAt - now()));
    if (!shared || now() >= shared.until) {
      const sharedMs = Math.max(1_000 / DEFAULT_RATE, intervalMs);
      const ofShared = { crawlDelaySeconds: sharedMs / 1_000, withinMs: Math.max(0, until - now()) };
      const slots = await takeSlots({ ...request, ...ofShared });
      await slots.next();
      shared = { slots, until: now() + sharedMs };
    }
    sentAt = now();
    const { slots } = shared;
    return { next: () => Promise.resolve(), rest: (ms: number) => slots.rest(ms) };
  }
  // Concurrent requests take their slots one after the other.
  return (request) => {
    const slots = last.then(() => take(request));
    last = slots.catch(() => {});
    return slots;
  };
}

/**
 * Creates a function that sends requests at the rate of a crawl, several at a time, and adapts the rate to the outcomes.
 *
 * @param take takes a slot for a request
 * @param leftMs returns the milliseconds that are left of this slice
 */
export function createRatedRequests(take: SiteAccess['take'], rate: CrawlRate, leftMs: () => number): SendRateLimited {
  return async (url, crawlDelaySeconds, limits) => {
    const slot = { host: url.hostname, count: 1, crawlDelaySeconds, withinMs: Math.min(leftMs(), MAX_WAIT_MS) };
    const requests = await take(slot);
    // The next slice sends a request that this one has no time for.
    if (leftMs() < limits.timeoutMs) throw new ProviderUnavailable('busy', 0);
    const sentAt = performance.now();
    try {
      const hop = await requests.send(url, limits);
      rate.add(hop, sentAt, performance.now());
      return hop;
    } catch (error) {
      // The site requested a pause after the slot was taken: no other is free before its end.
      if (hasFailed(error, 'rate_limited')) await take(slot);
      if (hasFailed(error, 'timeout', 'connection_refused', 'connection_reset', 'host_unreachable'))
        rate.add(null, sentAt, performance.now());
      throw error;
    }
  };
}
