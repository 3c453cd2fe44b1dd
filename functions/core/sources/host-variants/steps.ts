import type { Page } from '../../record/record.ts';

/** What is known of one address: its status, and where it redirects to; or why it did not answer. */
export type Step = { status: number; location: string | null } | { error: string };

/** By address. */
export type Steps = Map<string, Step>;

/** Where an address leads, as far as it is known. */
export interface End {
  /** The last address on the way. */
  url: string;
  /** Redirects up to there. */
  hops: number;
  /** HTTP status of that address; `null` where there is none. */
  status: number | null;
  /** Why there is none; `null` also for an address that nobody has asked for. */
  error: string | null;
}

/** The addresses of a domain's home page: http and https, without and with `www.` */
export function variantsOf(domain: string): string[] {
  return [`http://${domain}/`, `http://www.${domain}/`, `https://${domain}/`, `https://www.${domain}/`];
}

/**
 * What the crawl tells of addresses: its own way, and what must have failed before its first address was asked for,
 * since `fetchHomePage` tries https before http, and `www.` only where the name itself has no address.
 */
export function stepsOfCrawl(domain: string, page: Page): Steps {
  const first = new URL(page.requested_url);
  const failed: [string, Step][] = [];
  if (first.hostname !== domain) {
    for (const scheme of ['http', 'https']) failed.push([`${scheme}://${domain}/`, { error: 'name_not_found' }]);
  }
  if (first.protocol === 'http:') failed.push([`https://${first.hostname}/`, { error: 'no_https' }]);
  // Not by `location`, which may be cut off in a stored record.
  const following = [...page.redirects.slice(1).map(({ url }) => url), page.final_url];
  const way = page.redirects.map(({ url, status }, index): [string, Step] => [
    url,
    { status, location: following[index]! },
  ]);
  return new Map([...failed, ...way, [page.final_url, { status: page.http_status, location: null }]]);
}

/** Follows an address through what is known. */
export function endOf(start: string, steps: Steps): End {
  const visited = new Set<string>();
  for (let url = start; ;) {
    const end = { url, hops: visited.size };
    const step = steps.get(url);
    if (visited.has(url)) return { ...end, status: null, error: 'redirect_loop' };
    if (!step) return { ...end, status: null, error: null };
    if ('error' in step) return { ...end, status: null, error: step.error };
    if (step.location === null) return { ...end, status: step.status, error: null };
    visited.add(url);
    url = step.location;
  }
}
