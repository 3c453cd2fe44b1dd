import { fetchUrl, type RobotsAnswer, type ServedPage } from '../../platform/network/http-client.ts';
import { NetworkFailure } from '../../platform/network/failures.ts';
import type { Network } from '../../platform/network/network.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsTxt } from '../../record/record.ts';

/** Lighthouse's own time limit. */
const ROBOTS_MS = 2_000;
/** RFC 9309: a crawler reads at least 500 KiB. */
const ROBOTS_BYTES = 500 * 1024;
const ACCEPT = 'text/plain,*/*;q=0.5';

/** Failures of the host itself: the page of the same origin would fail in the same way. */
const UNREACHED = [
  'name_not_found',
  'name_lookup_failed',
  'address_not_public',
  'host_blocked',
  'port_not_allowed',
  'connection_refused',
  'host_unreachable',
  'tls_error',
  'robots_elsewhere',
];

/** The robots.txt files of one crawl; each origin is asked once. */
export interface RobotsGate {
  /** Whether the robots.txt for a URL was asked for already, so that `admit` sends no request. */
  isKnown(url: URL): boolean;
  /**
   * @param fetchFile how a robots.txt that was not read yet is fetched
   * @returns the robots.txt for a URL; `status` is null where it could not be fetched
   * @throws {NetworkFailure} where the origin cannot be reached at all
   */
  reach(url: URL, fetchFile: FetchFile): Promise<RobotsAnswer>;
  /** @returns the robots.txt of a URL that was admitted before; `status` is null where it could not be fetched */
  robotsOf(url: string): Promise<RobotsAnswer>;
  /** @returns the robots.txt for a URL; `null` where it was not read, or not yet */
  read(url: URL): RobotsAnswer | null;
  /** Takes over a robots.txt that was read before, unless the gate has asked for that file. */
  learn(robots: RobotsAnswer): void;
  /**
   * Rejects a request where a group that names this crawler disallows it (RFC 9309). Groups for `*` are reported by the
   * audits, but not obeyed, since a person requested the fetch.
   *
   * @param until deadline, on the clock of `performance.now()`
   * @param fetchFile how a robots.txt that was not read yet is fetched; by default, with its redirects and at once
   * @throws {NetworkFailure} robots_disallowed
   * @throws {NetworkFailure} where the origin cannot be reached at all
   */
  admit(url: URL, until: number, fetchFile?: FetchFile): Promise<void>;
}

/** How a robots.txt is fetched. */
export type FetchFile = (
  url: string,
  limits: RobotsLimits,
) => Promise<Pick<ServedPage, 'status' | 'body' | 'truncated'>>;

interface RobotsLimits {
  timeoutMs: number;
  maxBytes: number;
  accept: string;
}

interface Asked {
  robots: RobotsAnswer;
  /** Why the origin could not be reached at all. */
  unreached: NetworkFailure | null;
}

/** @returns a gate that has fetched no robots.txt yet */
export function createRobotsGate(network: Network, reader: Pick<SiteReader, 'judgeRobots'>): RobotsGate {
  const byOrigin = new Map<string, Promise<Asked>>();
  const read = new Map<string, RobotsAnswer>();
  const ask = async (origin: string, fetchFile: FetchFile) => {
    const asked = byOrigin.get(origin) ?? askRobots(origin, fetchFile);
    byOrigin.set(origin, asked);
    const answer = await asked;
    read.set(origin, answer.robots);
    return answer;
  };
  const fetchNow = (url: string, { timeoutMs, ...options }: RobotsLimits, until = Infinity) =>
    fetchUrl(url, { network, until: Math.min(until, performance.now() + timeoutMs), ...options });
  const reach: RobotsGate['reach'] = async ({ origin }, fetchFile) => {
    const { robots, unreached } = await ask(origin, fetchFile);
    if (unreached) throw unreached;
    return robots;
  };
  return {
    reach,
    isKnown: ({ origin }) => byOrigin.has(origin),
    robotsOf: async (url) => (await ask(new URL(url).origin, fetchNow)).robots,
    read: ({ origin }) => read.get(origin) ?? null,
    learn(robots) {
      const { origin } = new URL(robots.url);
      if (byOrigin.has(origin)) return;
      byOrigin.set(origin, Promise.resolve({ robots, unreached: null }));
      read.set(origin, robots);
    },
    async admit(url, until, fetchFile = (file, limits) => fetchNow(file, limits, until)) {
      const robots = await reach(url, fetchFile);
      if (!robots.content) return;
      const { allowed, rule } = await reader.judgeRobots(robots, url.href, 'named');
      if (!allowed) throw new NetworkFailure('robots_disallowed', { rule });
    },
  };
}

async function askRobots(origin: string, fetchFile: FetchFile): Promise<Asked> {
  const url = `${origin}/robots.txt`;
  try {
    const limits = { timeoutMs: ROBOTS_MS, maxBytes: ROBOTS_BYTES, accept: ACCEPT };
    const { status, body, truncated } = await fetchFile(url, limits);
    // As Lighthouse does: only the body of a 2xx response is a robots.txt.
    const text = status >= 200 && status <= 299 ? new TextDecoder().decode(Buffer.concat(body)) : null;
    const content = text !== null && truncated ? wholeLines(text) : text;
    return { robots: { url, status, content }, unreached: null };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    const isUnreached = error.redirects === 0 && UNREACHED.includes(error.code);
    return { robots: { url, status: null, content: null }, unreached: isUnreached ? error : null };
  }
}

/** A truncated rule has another meaning: `Disallow: /` instead of `Disallow: /private`. */
function wholeLines(text: string): string {
  return /^[^]*[\r\n]/.exec(text)?.[0] ?? text;
}

/** What the crawl of an earlier fetch has read need not be asked again, where nothing in it concerns this crawler. */
export function learnRobots(robotsTxt: RobotsTxt | null, gate: RobotsGate): void {
  if (!robotsTxt || CRAWLER_TOKEN in robotsTxt.agents) return;
  gate.learn({ url: robotsTxt.url, status: robotsTxt.http_status, content: null });
}

/** @returns seconds that robots.txt wants between two requests; `null` where it names none, or is not known */
export function crawlDelayOf(robotsTxt: RobotsTxt | null): number | null {
  const { agents = {} } = robotsTxt ?? {};
  return (agents[CRAWLER_TOKEN] ?? agents['*'])?.crawl_delay_seconds ?? null;
}
