import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type AddressLists, type CrawlScope, cutLists, hasLists, WHOLE_SITE } from '../crawls/store/item.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { compressRecord } from '../platform/text/compress.ts';
import { verifyExtract } from '../site-reports/extract-member.ts';
import { admittedLists } from '../site-reports/listed-scope.ts';
import type { Watch, WatchedCrawl } from './store/watches.ts';

/** Bytes of the lists of a watch: with its other attributes, they fit into an item. */
const MAX_BYTES = 300_000;

type StoredCrawl = Pick<Watch, 'crawl' | 'crawl_lists'>;
type Scope = Pick<WatchedCrawl, 'urls' | 'sitemaps'>;

const scopeOf = (crawl: WatchedCrawl): CrawlScope => ({ ...WHOLE_SITE, ...crawl });

/** @returns whether a watch requests the addresses of lists, which are those of one domain */
export const watchesLists = (crawl: Scope | null) =>
  crawl !== null && hasLists({ urls: crawl.urls ?? [], sitemaps: crawl.sitemaps ?? [] });

/**
 * Returns the crawls of a watch as they are stored: their lists are compressed, and only the first addresses are in the
 * settings.
 *
 * @param domains the watched domains; `null`: those with a tag
 * @throws {ServiceError} invalid_parameter if addresses or selectors are refused, or if lists are given for several domains
 */
export async function storedCrawl(crawl: WatchedCrawl | null, domains: readonly string[] | null): Promise<StoredCrawl> {
  await verifyExtract(crawl?.extract ?? [], 'crawl.');
  if (!crawl || !watchesLists(crawl)) return { crawl, crawl_lists: undefined };
  const [domain, ...others] = domains ?? [];
  if (domain === undefined || others.length > 0) throw invalidParameter('domains', 'one_domain_for_lists');
  const lists = admittedLists(domain, scopeOf(crawl), 'crawl.');
  const crawl_lists = await compressRecord(JSON.stringify(lists));
  if (crawl_lists.length > MAX_BYTES) throw invalidParameter('crawl', 'lists_too_long', { max: MAX_BYTES / 1000 });
  const { urls, sitemaps, cut } = cutLists({ ...scopeOf(crawl), ...lists });
  return { crawl: { ...crawl, urls, sitemaps, ...(cut && { cut }) }, crawl_lists };
}

/** Returns the crawls of a watch with the complete lists. */
export async function readWatchedCrawl({ crawl, crawl_lists }: StoredCrawl): Promise<WatchedCrawl> {
  const { cut: _, ...whole } = crawl!;
  if (!crawl_lists) return whole;
  return { ...whole, ...(JSON.parse((await decompress(crawl_lists)).toString()) as AddressLists) };
}

const decompress = promisify(brotliDecompress);
