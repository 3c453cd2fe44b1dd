import { NetworkFailure } from '../../platform/network/failures.ts';
import { followRedirects, type Hop, type RobotsAnswer } from '../../platform/network/http-client.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import type { RobotsVerdict } from '../../analysis/robots/robots-verdict.ts';
import { HTML_ACCEPT, PAGE_BYTES } from './home-page.ts';
import type { RequestLimits, SendPaced } from './site-requests.ts';
import type { RobotsGate } from './robots-gate.ts';

/** One server gets this long to answer with a page. */
const HOP_MS = 10_000;

interface VisitServices {
  gate: Pick<RobotsGate, 'reach'>;
  reader: Pick<SiteReader, 'judgeRobots'>;
  send: SendPaced;
}

export interface HopVisit {
  hop: Hop;
  /** Of the origin. */
  robots: RobotsAnswer;
  verdict: RobotsVerdict;
}

/** Whether an address is that of a page that records are about. */
export const isHomePage = (url: string) => url === new URL('/', url).href;

/**
 * Asks for one address where the robots.txt of its origin allows it: of a home page the group that names this crawler,
 * of any other page the group for all crawlers where none does.
 *
 * @param limits where they differ from those of a page
 * @throws {NetworkFailure} robots_disallowed
 * @throws {NetworkFailure} `robots_unreachable`, and other codes where there is no response
 * @throws {ProviderUnavailable} where the site has no slot in time, or wants to be left alone
 */
export async function visitHop(
  url: URL,
  obeyed: 'named' | 'applicable',
  { gate, reader, send }: VisitServices,
  limits: Partial<RequestLimits> = {},
): Promise<HopVisit> {
  const robots = await gate.reach(url, (file, fileLimits) =>
    followRedirects(file, (hop) => send(hop, null, fileLimits)),
  );
  if (obeyed === 'applicable' && isUnreachable(robots)) throw new NetworkFailure('robots_unreachable');
  const verdict = await reader.judgeRobots(robots, url.href, obeyed);
  if (!verdict.allowed) throw new NetworkFailure('robots_disallowed', { rule: verdict.rule });
  const ofPage = { timeoutMs: HOP_MS, maxBytes: PAGE_BYTES, accept: HTML_ACCEPT };
  return { hop: await send(url, verdict.crawlDelaySeconds, { ...ofPage, ...limits }), robots, verdict };
}

/** No answer, or one that passes; other errors of the client say that there is no robots.txt. */
function isUnreachable({ status }: RobotsAnswer): boolean {
  return status === null || status === 429 || status >= 500;
}
