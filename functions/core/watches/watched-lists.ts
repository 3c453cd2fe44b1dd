import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Credentials, type CredentialsOf, shownCredentials } from '../crawls/credentials/credentials.ts';
import { type AddressLists, cutLists, hasLists, WHOLE_SITE } from '../crawls/store/item.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { compressRecord } from '../platform/text/compress.ts';
import { admittedCredentials, type RequestedCredentials } from '../site-reports/credentials-member.ts';
import { verifyExtract } from '../site-reports/extract-member.ts';
import { admittedLists } from '../site-reports/listed-scope.ts';
import type { Watch, WatchedCrawl } from './store/watches.ts';

/** Bytes of the lists of a watch: with its other attributes, they fit into an item. */
const MAX_BYTES = 300_000;

type StoredCrawl = Pick<Watch, 'crawl' | 'crawl_lists' | 'crawl_credentials'>;

/** The crawls of a watch as a request contains them. */
export type RequestedCrawl = Omit<WatchedCrawl, 'headers' | 'basic_auth'> & Partial<RequestedCredentials>;

/** Encrypts credentials, if their owner has proved control of the domain. */
export type SealCredentials = (credentials: Credentials, of: CredentialsOf) => Promise<Uint8Array>;

type Scope = Pick<WatchedCrawl, 'urls' | 'sitemaps'>;

const scopeOf = (crawl: WatchedCrawl) => ({ ...WHOLE_SITE, ...crawl });

/** @returns whether a watch requests the addresses of lists, which are those of one domain */
export const watchesLists = (crawl: Scope | null) =>
  crawl !== null && hasLists({ urls: crawl.urls ?? [], sitemaps: crawl.sitemaps ?? [] });

/**
 * Returns the crawls of a watch as they are stored: their lists are compressed, and only the first addresses are in the
 * settings. Credentials are encrypted; the settings have the names of headers.
 *
 * @param domains the watched domains; `null`: those with a tag
 * @throws {ServiceError} invalid_parameter if addresses or selectors are refused, or if lists are given for several domains
 */
export async function storedCrawl(
  requested: RequestedCrawl | null,
  { domains, owner }: { domains: readonly string[] | null; owner: string },
  sealCredentials: SealCredentials,
): Promise<StoredCrawl> {
  if (!requested) return { crawl: null, crawl_lists: undefined, crawl_credentials: undefined };
  const { headers = {}, basic_auth = null, ...crawl } = requested;
  await verifyExtract(crawl.extract ?? [], 'crawl.');
  const credentials = admittedCredentials({ headers, basic_auth }, 'crawl.');
  const [domain = null, ...others] = domains ?? [];
  if (credentials && (domain === null || others.length > 0))
    throw invalidParameter('domains', 'one_domain_for_credentials');
  const stored = await withStoredLists(crawl, domains);
  if (!credentials) return { ...stored, crawl_credentials: undefined };
  return {
    ...stored,
    crawl: { ...stored.crawl!, ...shownCredentials(credentials) },
    crawl_credentials: await sealCredentials(credentials, { owner, domain: domain! }),
  };
}

async function withStoredLists(
  crawl: WatchedCrawl,
  domains: readonly string[] | null,
): Promise<Pick<StoredCrawl, 'crawl' | 'crawl_lists'>> {
  if (!watchesLists(crawl)) return { crawl, crawl_lists: undefined };
  const [domain, ...others] = domains ?? [];
  if (domain === undefined || others.length > 0) throw invalidParameter('domains', 'one_domain_for_lists');
  const lists = admittedLists(domain, scopeOf(crawl), 'crawl.');
  const crawl_lists = await compressRecord(JSON.stringify(lists));
  if (crawl_lists.length > MAX_BYTES) throw invalidParameter('crawl', 'lists_too_long', { max: MAX_BYTES / 1000 });
  const { urls, sitemaps, cut } = cutLists({ ...scopeOf(crawl), ...lists });
  return { crawl: { ...crawl, urls, sitemaps, ...(cut && { cut }) }, crawl_lists };
}

/** Returns the crawls of a watch with the complete lists. */
export async function readWatchedCrawl({
  crawl,
  crawl_lists,
}: Pick<StoredCrawl, 'crawl' | 'crawl_lists'>): Promise<WatchedCrawl> {
  const { cut: _, ...whole } = crawl!;
  if (!crawl_lists) return whole;
  return { ...whole, ...(JSON.parse((await decompress(crawl_lists)).toString()) as AddressLists) };
}

const decompress = promisify(brotliDecompress);
