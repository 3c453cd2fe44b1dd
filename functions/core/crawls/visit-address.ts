import { pageAddress } from '../platform/names/page-address.ts';
import { NetworkFailure } from '../platform/network/failures.ts';
import type { Hop, RobotsAnswer, ServedPage } from '../platform/network/http-client.ts';
import type { CrawledPage } from '../record/crawled-page.ts';
import type { ExtractRule } from '../record/extracted.ts';
import { hasBrokenOff } from '../sources/site/home-page.ts';
import { isHomePage, isUnreachable, visitHop } from '../sources/site/visit-hop.ts';
import { truncate } from '../platform/text/text.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import type { CrawlAccess } from './crawl-access.ts';

/** In characters; real values are far shorter. */
const MAX_CONTENT_TYPE = 100;
/** Content types whose body may be an HTML page; a body without a type may be one too. */
const MAYBE_HTML = /^\s*$|html|xml|text\/plain/i;
/** Statuses that concern the client or the time of the request, not the page (RFC 9110, 15.5; RFC 6585, 4). */
const REFUSALS = [401, 403, 408, 425, 429];

interface VisitServices {
  access: CrawlAccess;
  reader: Pick<SiteReader, 'judgeRobots' | 'judgeGooglebot' | 'readCrawled'>;
  now: () => number;
  /** Whether the images, scripts and stylesheets of pages are listed; by default not. */
  withResources?: boolean;
  /** Values that are read from pages; by default none. */
  extract?: readonly ExtractRule[] | undefined;
}

/**
 * Requests one address of a site without following redirects.
 *
 * @param url in normal form
 * @param hosts of the site
 * @param redirectedFrom addresses of the chain of redirects that is being followed to it; by default, it is none
 * @returns the outcome; `failure` is set if the response does not describe the page, or the page must not be requested
 * @throws {ProviderUnavailable} if the site has no slot now, or has sent `Retry-After`
 */
export async function visitAddress(
  url: string,
  hosts: readonly string[],
  { access, reader, now, withResources = false, extract }: VisitServices,
  redirectedFrom: readonly string[] = [],
): Promise<CrawledPage> {
  // Whether a site is down is visible on its home page alone.
  const obeyed = isHomePage(url) ? 'if_readable' : 'applicable';
  try {
    const limits = { wantsBody: isBodyNeeded, redirectedFrom };
    const { hop, robots } = await visitHop(new URL(url), obeyed, { ...access, reader }, limits);
    const known = { ...unknown(url), ...answerOf(hop), ...(await googlebotOf(url, robots, reader)) };
    if (hop.location) return { ...known, location: normalForm(hop.location) };
    if (hasBrokenOff(hop)) return { ...known, failure: 'incomplete' };
    const served = servedBy(url, hop);
    const options = { withResources, extract };
    const { isChallenge, facts, ...read } = await reader.readCrawled(served, robots, now(), hosts, options);
    return {
      ...known,
      failure: isChallenge ? 'challenge' : refusalOf(hop),
      html_bytes: facts ? bytesOf(hop) : null,
      facts,
      ...read,
    };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { ...unknown(url), failure: error.code, ...(await googlebotOf(url, await readRobots(url, access), reader)) };
  }
}

/** @returns the robots.txt that a failed request has read before; `null`: its origin cannot be reached */
async function readRobots(url: string, { gate }: CrawlAccess): Promise<RobotsAnswer | null> {
  try {
    return await gate.reach(new URL(url), () => Promise.reject(new Error('It was read with the page')));
  } catch (error) {
    if (error instanceof NetworkFailure) return null;
    throw error;
  }
}

async function googlebotOf(
  url: string,
  robots: RobotsAnswer | null,
  reader: VisitServices['reader'],
): Promise<Pick<CrawledPage, 'googlebot'>> {
  return robots && !isUnreachable(robots) ? { googlebot: await reader.judgeGooglebot(robots, url) } : {};
}

const unknown = (url: string): CrawledPage => ({
  url,
  http_status: null,
  failure: null,
  location: null,
  content_type: null,
  ttfb_ms: null,
  html_bytes: null,
  facts: null,
  anchors: [],
});

const headerOf = (headers: Hop['headers'], name: string) => headers.find(([each]) => each === name)?.[1];

const isBodyNeeded = (headers: Hop['headers']) => MAYBE_HTML.test(headerOf(headers, 'content-type') ?? '');

function answerOf({ status, headers, ttfbMs }: Hop): Partial<CrawledPage> {
  const contentType = headerOf(headers, 'content-type');
  return {
    http_status: status,
    content_type: contentType === undefined ? null : truncate(contentType, MAX_CONTENT_TYPE),
    ttfb_ms: Math.round(ttfbMs),
  };
}

function normalForm({ href }: URL): string | null {
  const address = pageAddress(href);
  return 'problem' in address ? null : address.url;
}

function servedBy(url: string, { status, headers, body, truncated, ttfbMs, totalMs }: Hop): ServedPage {
  const times = { ttfbMs: Math.round(ttfbMs), totalMs: Math.round(totalMs) };
  return { requestedUrl: url, url, status, redirects: [], headers, body, truncated, ...times };
}

const bytesOf = ({ body }: Pick<Hop, 'body'>) => body.reduce((sum, { length }) => sum + length, 0);

/** 503 with `Retry-After` asks the client to wait; without it, it is an error of the server. */
function refusalOf({ status, headers }: Hop): string | null {
  const isRefusal = REFUSALS.includes(status) || (status === 503 && headerOf(headers, 'retry-after') !== undefined);
  return isRefusal ? `http_${status}` : null;
}
