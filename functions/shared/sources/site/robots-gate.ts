import { fetchUrl } from '../../network/http-client.ts';
import { NetworkFailure } from '../../network/failures.ts';
import { CRAWLER_TOKEN, type Network } from '../../network/network.ts';
import type { RobotsAnswer } from '../../network/served-page.ts';
import type { SiteReader } from '../../website/reader/read-site.ts';

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
  'port_not_allowed',
  'connection_refused',
  'host_unreachable',
  'tls_error',
];

/** The site's robots.txt has a group for this crawler, and that group forbids the address. */
export class RobotsDisallowed extends NetworkFailure {
  readonly code = 'robots_disallowed';
  override readonly status = 'blocked';
  override message = `robots.txt forbids ${CRAWLER_TOKEN} to fetch this address`;
}

/** The robots.txt files of one crawl; each origin is asked once. */
export interface RobotsGate {
  /** Whether the robots.txt for a URL was asked for already, so that `admit` sends no request. */
  isKnown(url: URL): boolean;
  /** @returns the robots.txt of a URL that was admitted before; `status` is null where it could not be fetched */
  robotsOf(url: string): Promise<RobotsAnswer>;
  /**
   * Rejects a request where a group that names this crawler disallows it (RFC 9309). Groups for `*` are reported by the
   * audits, but not obeyed, since a person requested the fetch.
   *
   * @param until deadline, on the clock of `performance.now()`
   * @throws {RobotsDisallowed}
   * @throws {NetworkFailure} where the origin cannot be reached at all
   */
  admit(url: URL, until: number): Promise<void>;
}

interface Asked {
  robots: RobotsAnswer;
  /** Why the origin could not be reached at all. */
  unreached: NetworkFailure | null;
}

/** @returns a gate that has fetched no robots.txt yet */
export function createRobotsGate(network: Network, reader: Pick<SiteReader, 'isForbidden'>): RobotsGate {
  const byOrigin = new Map<string, Promise<Asked>>();
  const ask = (origin: string, until = Infinity) => {
    const asked = byOrigin.get(origin) ?? askRobots(origin, network, until);
    byOrigin.set(origin, asked);
    return asked;
  };
  return {
    isKnown: ({ origin }) => byOrigin.has(origin),
    robotsOf: async (url) => (await ask(new URL(url).origin)).robots,
    async admit(url, until) {
      const { robots, unreached } = await ask(url.origin, until);
      if (unreached) throw unreached;
      if (robots.content && (await reader.isForbidden(robots, url.href))) throw new RobotsDisallowed();
    },
  };
}

async function askRobots(origin: string, network: Network, latest: number): Promise<Asked> {
  const url = `${origin}/robots.txt`;
  const until = Math.min(latest, performance.now() + ROBOTS_MS);
  try {
    const { status, body, truncated } = await fetchUrl(url, { network, until, maxBytes: ROBOTS_BYTES, accept: ACCEPT });
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
