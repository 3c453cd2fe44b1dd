import { MAX_REDIRECTS } from '../../platform/network/http-client.ts';
import type { CrawledPage } from '../../record/crawled-page.ts';
import { CLOSED, NO_HTTPS } from '../../sources/site/home-page.ts';
import type { CrawlFiles } from './crawl-files.ts';

/** Asks for an address. */
type Visit = (url: string, hosts: readonly string[]) => Promise<CrawledPage>;

/** @returns a host and its `www` or bare twin: both are one site */
export function hostsOf(host: string): [string, string] {
  return [host, host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`];
}

/**
 * Finds the home page of a domain, as for its record: over https, else over http, with `www.` in front where the name
 * itself has no address. Each address is asked for once, however often this is called for the crawl.
 *
 * @returns the addresses that were asked for from the first one on that answered, redirects included; the last is the
 *   home page. Where none answered, the last attempt
 */
export async function findHome(domain: string, files: CrawlFiles, visit: Visit): Promise<CrawledPage[]> {
  let asked = 0;
  const visitOnce = (url: string) =>
    files.remember(`home ${asked++}`, () => visit(url, hostsOf(new URL(url).hostname)));

  const follow = async (start: string) => {
    const pages = [await visitOnce(start)];
    for (let next = pages[0]!.location; next !== null; next = pages.at(-1)!.location) {
      if (pages.length > MAX_REDIRECTS || pages.some(({ url }) => url === next)) break;
      pages.push(await visitOnce(next));
    }
    return pages;
  };
  const tryHost = async (host: string) => {
    const overHttps = await follow(`https://${host}/`);
    if (!hasFailed(overHttps, NO_HTTPS)) return overHttps;
    const overHttp = await follow(`http://${host}/`);
    return hasFailed(overHttp, CLOSED) ? overHttps : overHttp;
  };
  const bare = await tryHost(domain);
  if (!hasFailed(bare, ['name_not_found'])) return bare;
  const www = await tryHost(`www.${domain}`);
  return hasFailed(www, ['name_not_found']) ? bare : www;
}

/** Is this the failure of the first address, for one of these reasons? */
const hasFailed = ([first]: CrawledPage[], reasons: string[]) =>
  first!.failure !== null && reasons.includes(first!.failure);
