import { NetworkFailure } from '../../platform/network/failures.ts';
import { followRedirects, type Hop, type RobotsAnswer } from '../../platform/network/http-client.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import type { ObeyedGroups } from '../../analysis/robots/crawler-rules.ts';
import type { RobotsVerdict } from '../../analysis/robots/robots-verdict.ts';
import { HTML_ACCEPT, PAGE_BYTES } from './home-page.ts';
import type { RequestLimits, SendRateLimited } from './site-requests.ts';
import type { RobotsGate } from './robots-gate.ts';

/** Time limit of the request of a page. */
export const HOP_MS = 10_000;

interface VisitServices {
  gate: Pick<RobotsGate, 'reach'>;
  reader: Pick<SiteReader, 'judgeRobots'>;
  send: SendRateLimited;
}

export interface HopVisit {
  hop: Hop;
  /** The robots.txt of the origin. */
  robots: RobotsAnswer;
  verdict: RobotsVerdict;
}

/** Whether an address is that of a home page, the subject of domain records. */
export const isHomePage = (url: string) => url === new URL('/', url).href;

/**
 * Groups of robots.txt that a request obeys; `if_readable`: the applicable ones, but if the file cannot be read, the
 * address is requested.
 */
type Obeyed = ObeyedGroups | 'if_readable';

/**
 * Requests one address if the robots.txt of its origin allows it.
 *
 * @param limits limits that differ from those of a page
 * @throws {NetworkFailure} robots_disallowed
 * @throws {NetworkFailure} `robots_unreachable`, and other codes if there is no response
 * @throws {ProviderUnavailable} if the site has no slot in time, or has requested a pause
 */
export async function visitHop(
  url: URL,
  obeyed: Obeyed,
  { gate, reader, send }: VisitServices,
  limits: Partial<RequestLimits> = {},
): Promise<HopVisit> {
  const robots = await gate.reach(url, (file, fileLimits) =>
    followRedirects(file, (hop, redirectedFrom) => send(hop, null, { ...fileLimits, redirectedFrom })),
  );
  if (obeyed === 'applicable' && isUnreachable(robots)) throw new NetworkFailure('robots_unreachable');
  const verdict = await reader.judgeRobots(robots, url.href, obeyed === 'if_readable' ? 'applicable' : obeyed);
  if (!verdict.allowed) throw new NetworkFailure('robots_disallowed', { rule: verdict.rule });
  const ofPage = { timeoutMs: HOP_MS, maxBytes: PAGE_BYTES, accept: HTML_ACCEPT };
  return { hop: await send(url, verdict.crawlDelaySeconds, { ...ofPage, ...limits }), robots, verdict };
}

/** Whether there is no response or a temporary error. Other client errors mean that there is no robots.txt. */
export function isUnreachable({ status }: Pick<RobotsAnswer, 'status'>): boolean {
  return status === null || status === 429 || status >= 500;
}
