import { siteTasks } from '../../../functions/core/analysis/reader/read-site.ts';
import type { CrawledPage } from '../../../functions/core/record/crawled-page.ts';

/** An answer of a generated site. */
interface Answer {
  status: number;
  location?: string | undefined;
  html: string;
}

/** Reads an answer as a crawl does that has requested it. */
export async function readAnswer(
  url: string,
  { status, location, html }: Answer,
  hosts: readonly string[],
  now: number,
): Promise<CrawledPage> {
  const type = 'text/html; charset=utf-8';
  const base: CrawledPage = {
    ...{ url, http_status: status, failure: null, content_type: type, ttfb_ms: 80, html_bytes: null, facts: null },
    location: location === undefined ? null : new URL(location, url).href,
    anchors: [],
    googlebot: { disallowedBy: null, disallowsAll: false },
  };
  if (status !== 200) return base;
  const body = new TextEncoder().encode(html);
  const served = {
    ...{ requestedUrl: url, url, status, redirects: [], headers: [['content-type', type] as [string, string]] },
    ...{ body: [body], truncated: false, ttfbMs: 80, totalMs: 90 },
  };
  const robots = { url: new URL('/robots.txt', url).href, status: 404, content: null };
  const { facts, anchors } = await siteTasks.readCrawled(served, robots, now, hosts);
  return { ...base, html_bytes: body.length, facts, anchors };
}
