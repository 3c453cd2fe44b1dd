import { MAX_KNOWN, pagesOf } from './crawl-size.ts';
import { MIN_VISIT_MS, SLICE_MS } from './limits.ts';
import type { CrawlInProgress } from './store/site-crawls.ts';
import type { CrawlTask } from './tasks.ts';

/** Shares of the memory and the time of an invocation that crawls have together. */
export const SHARES = 10;
/** Known addresses that are assumed for each page, of crawls that know fewer yet. */
const ASSUMED_PER_PAGE = 4;

/**
 * Returns the shares of an invocation that the next slice of a crawl takes: by the number of its known addresses, of which
 * the memory has room for 200,000, and by its rate, as the pages of ten requests per second take about half of the
 * processor. A crawl of more than 45,000 pages, or of ten requests per second, has the invocation alone.
 */
export function sharesOf(crawl: Pick<CrawlInProgress, 'limit' | 'admitted' | 'found' | 'options'>): number {
  const addresses = Math.min(MAX_KNOWN, Math.max(crawl.found, ASSUMED_PER_PAGE * pagesOf(crawl)));
  const ofMemory = Math.ceil((SHARES * addresses) / MAX_KNOWN);
  return Math.min(SHARES, Math.max(1, ofMemory, Math.ceil(crawl.options.rate)));
}

/** Time that crawls whose slices have ended wait for those of the others. */
const GATHER_MS = 2_000;

/** Sends the message that continues crawls at once. */
type SendNext = (tasks: CrawlTask[]) => Promise<void>;

/** After a crawl has left an invocation with little memory, its memory is not free at once. */
const LEAVE_MS = 10_000;

/** The place of a crawl in an invocation. */
export interface Place {
  /** Returns the time until the end of all slices of the invocation, in milliseconds. */
  leftMs(): number;
  /** Whether the crawl has to leave to another invocation now, because this one has little memory left for all of its crawls. */
  mustLeave(): boolean;
  /** Whether it had to. */
  readonly hasLeft: boolean;
  /**
   * Sends the message of the next slice, which begins at once: one for all crawls of the invocation whose slices end at about
   * the same time, so that they stay together.
   *
   * @throws if it could not be sent, for each of these crawls
   */
  continueAtOnce(task: CrawlTask, send: SendNext): Promise<void>;
  /** Frees the shares. */
  leave(): void;
}

/** The shares of the present invocation. */
export interface InvocationShares {
  /** Shares that crawls have now. */
  readonly used: number;
  /** Keeps the time at which the slices end, also while no crawl has a place. @returns a function that ends this */
  hold(): () => void;
  /** @returns `null` if there is no room: another invocation has to process the slice */
  take(shares: number): Place | null;
}

/**
 * Creates the shares of one process, in which Lambda runs one invocation at a time. The first crawl always has room, and
 * decides when the slices of all others end.
 *
 * @param options `hasLittleMemory`: returns whether little memory is left; `now`: clock of the slices, in milliseconds
 */
export function createInvocationShares({
  hasLittleMemory = (): boolean => false,
  now = () => performance.now(),
} = {}): InvocationShares {
  let used = 0;
  let places = 0;
  let holds = 0;
  let until = 0;
  let ending: { task: CrawlTask; send: SendNext; sent: PromiseWithResolvers<void> }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let leftAt = -Infinity;

  function sendNext(): void {
    clearTimeout(timer);
    const all = ending;
    ending = [];
    all[0]?.send(all.map(({ task }) => task)).then(
      () => all.forEach(({ sent }) => sent.resolve()),
      (error: unknown) => all.forEach(({ sent }) => sent.reject(error)),
    );
  }
  const sendIfAllHaveEnded = () => {
    if (ending.length >= places) sendNext();
  };

  const beginIfNew = () => {
    if (used === 0 && holds === 0) until = now() + SLICE_MS;
  };

  return {
    get used() {
      // No further crawl joins.
      return used > 0 && hasLittleMemory() ? SHARES : used;
    },
    hold() {
      beginIfNew();
      holds += 1;
      return () => void (holds -= 1);
    },
    take(shares) {
      if (used > 0 && (used + shares > SHARES || hasLittleMemory())) return null;
      beginIfNew();
      used += shares;
      places += 1;
      let hasLeft = false;
      return {
        leftMs: () => until - now(),
        get hasLeft() {
          return hasLeft;
        },
        mustLeave() {
          if (places < 2 || now() - leftAt < LEAVE_MS || !hasLittleMemory()) return false;
          leftAt = now();
          hasLeft = true;
          return true;
        },
        continueAtOnce(task, send) {
          // The others have much time left.
          if (until - now() > MIN_VISIT_MS + GATHER_MS) return send([task]);
          const sent = Promise.withResolvers<void>();
          ending.push({ task, send, sent });
          if (ending.length === 1) timer = setTimeout(sendNext, GATHER_MS);
          sendIfAllHaveEnded();
          return sent.promise;
        },
        leave() {
          used -= shares;
          places -= 1;
          sendIfAllHaveEnded();
        },
      };
    },
  };
}
