import { fetchUrl, type RobotsAnswer, type ServedPage } from '../../platform/network/http-client.ts';
import { NetworkFailure, TLS_FAILURES } from '../../platform/network/failures.ts';
import type { Network } from '../../platform/network/network.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsTxt } from '../../record/record.ts';

/** The time limit of Lighthouse. */
const ROBOTS_MS = 2_000;
/** RFC 9309: a crawler reads at least 500 KiB. */
const ROBOTS_BYTES = 500 * 1024;
const ACCEPT = 'text/plain,*/*;q=0.5';

/** Failures of the host itself, with which the page of the same origin would fail too. */
const UNREACHED: readonly string[] = [
  'name_not_found',
  'name_lookup_failed',
  'address_not_public',
  'host_blocked',
  'port_not_allowed',
  'connection_refused',
  'host_unreachable',
  ...TLS_FAILURES,
  'robots_elsewhere',
];

/** The robots.txt files of one crawl; each is requested once. */
export type RobotsGate = ReturnType<typeof createRobotsGate>;

/** Fetches a robots.txt. */
export type FetchFile = (
  url: string,
  limits: RobotsLimits,
) => Promise<Pick<ServedPage, 'status' | 'body' | 'truncated'>>;

interface RobotsLimits {
  timeoutMs: number;
  maxBytes: number;
  accept: string;
}

interface FetchedRobots {
  robots: RobotsAnswer;
  /** Why the origin could not be reached. */
  unreached: NetworkFailure | null;
}

/**
 * @param timeoutMs time limit of a robots.txt
 * @returns a gate that has fetched no robots.txt yet
 */
export function createRobotsGate(network: Network, reader: Pick<SiteReader, 'judgeRobots'>, timeoutMs = ROBOTS_MS) {
  const byOrigin = new Map<string, Promise<FetchedRobots>>();
  const read = new Map<string, RobotsAnswer>();
  const fetchOnce = async (origin: string, fetchFile: FetchFile) => {
    const fetched = byOrigin.get(origin) ?? fetchRobots(origin, timeoutMs, fetchFile);
    byOrigin.set(origin, fetched);
    const answer = await fetched;
    read.set(origin, answer.robots);
    return answer;
  };
  const fetchNow: FetchFile = (url, { timeoutMs: limitMs, ...options }) =>
    fetchUrl(url, { network, until: performance.now() + limitMs, ...options });
  const reach = async ({ origin }: URL, fetchFile: FetchFile): Promise<RobotsAnswer> => {
    const { robots, unreached } = await fetchOnce(origin, fetchFile);
    if (unreached) throw unreached;
    return robots;
  };
  return {
    /**
     * Returns the robots.txt for a URL.
     *
     * @param fetchFile fetches a robots.txt that was not read yet
     * @returns the robots.txt; `status` is null if it could not be fetched
     * @throws {NetworkFailure} if the origin cannot be reached
     */
    reach,
    /** Whether the robots.txt for a URL was requested already, so that `admit` sends no request. */
    isKnown: ({ origin }: URL) => byOrigin.has(origin),
    /** @returns the robots.txt of a URL that was admitted before; `status` is null if it could not be fetched */
    robotsOf: async (url: string) => (await fetchOnce(new URL(url).origin, fetchNow)).robots,
    /** @returns the robots.txt for a URL; `null` if it was not read yet */
    read: ({ origin }: URL) => read.get(origin) ?? null,
    /** Adds a robots.txt that was read before, unless the gate has requested that file. */
    add(robots: RobotsAnswer): void {
      const { origin } = new URL(robots.url);
      if (byOrigin.has(origin)) return;
      byOrigin.set(origin, Promise.resolve({ robots, unreached: null }));
      read.set(origin, robots);
    },
    /**
     * Rejects a request if a group for this crawler disallows it (RFC 9309). Groups for `*` are reported by the audits, but
     * not applied, since a person requested the fetch.
     *
     * @param fetchFile fetches a robots.txt that was not read yet; by default with redirects and without a rate limit
     * @throws {NetworkFailure} robots_disallowed
     * @throws {NetworkFailure} if the origin cannot be reached
     */
    async admit(url: URL, fetchFile: FetchFile = fetchNow): Promise<void> {
      const robots = await reach(url, fetchFile);
      if (!robots.content) return;
      const { allowed, rule } = await reader.judgeRobots(robots, url.href, 'named');
      if (!allowed) throw new NetworkFailure('robots_disallowed', { rule });
    },
  };
}

async function fetchRobots(origin: string, timeoutMs: number, fetchFile: FetchFile): Promise<FetchedRobots> {
  const url = `${origin}/robots.txt`;
  try {
    const limits = { timeoutMs, maxBytes: ROBOTS_BYTES, accept: ACCEPT };
    const { status, body, truncated } = await fetchFile(url, limits);
    // As in Lighthouse, only the body of a 2xx response is a robots.txt.
    const text = status >= 200 && status <= 299 ? new TextDecoder().decode(Buffer.concat(body)) : null;
    const content = text !== null && truncated ? wholeLines(text) : text;
    return { robots: { url, status, content }, unreached: null };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    const isUnreached = error.redirects === 0 && UNREACHED.includes(error.code);
    return { robots: { url, status: null, content: null }, unreached: isUnreached ? error : null };
  }
}

/** Removes a truncated last line, whose meaning may differ: `Disallow: /` instead of `Disallow: /private`. */
function wholeLines(text: string): string {
  return /^[^]*[\r\n]/.exec(text)?.[0] ?? text;
}

/** Adds the robots.txt of an earlier fetch to the gate, if it has no group for this crawler. */
export function addRobots(robotsTxt: RobotsTxt | null, gate: RobotsGate): void {
  if (!robotsTxt || CRAWLER_TOKEN in robotsTxt.agents) return;
  gate.add({ url: robotsTxt.url, status: robotsTxt.http_status, content: null });
}

/** @returns the `Crawl-delay` of robots.txt in seconds; `null` if there is none, or it is not known */
export function crawlDelayOf(robotsTxt: RobotsTxt | null): number | null {
  const { agents = {} } = robotsTxt ?? {};
  return (agents[CRAWLER_TOKEN] ?? agents['*'])?.crawl_delay_seconds ?? null;
}
