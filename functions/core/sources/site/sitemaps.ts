import { Readable } from 'node:stream';
import { NetworkFailure } from '../../platform/network/failures.ts';
import { fetchUrl, type ServedPage } from '../../platform/network/http-client.ts';
import type { Network } from '../../platform/network/network.ts';
import type { Sitemap } from '../../record/record.ts';
import type { ParsedSitemap } from '../../analysis/sitemap.ts';
import type { SiteReader } from '../../analysis/reader/read-site.ts';
import type { SiteAccess } from './site-requests.ts';
import { withoutWww } from '../../platform/names/ascii-host.ts';
import { unpackBody } from '../../platform/network/unpack-body.ts';

const SITEMAPS_MS = 6_000;
const MAX_FILES = 10;
/** Files that are read in parallel, which limits the memory. */
const AT_ONCE = 3;

interface SitemapRead {
  url: string;
  /** `null`: no response. */
  status: number | null;
  /** `null`: the response is not a sitemap. */
  parsed: ParsedSitemap | null;
}

interface SitemapDependencies {
  network: Network;
  reader: Pick<SiteReader, 'parseSitemap'>;
  site: Pick<SiteAccess, 'admit'>;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Reads the sitemaps of a site: those in robots.txt, else `/sitemap.xml`, else `/sitemap_index.xml`. The files that an
 * index lists are read level by level.
 *
 * @param pageUrl address of the home page
 * @param named addresses in robots.txt
 * @param namedTotal number of addresses in robots.txt, since `named` is limited
 * @returns `null` if it is not known whether there is a sitemap, because hosts did not answer
 */
export async function readSitemaps(
  pageUrl: string,
  named: string[],
  namedTotal: number,
  { network, reader, site, now }: SitemapDependencies,
): Promise<Sitemap | null> {
  const until = performance.now() + SITEMAPS_MS;
  const requested = new Set<string>();
  const foreign = new Set<string>();
  const mayRequest = (file: string, address: URL) => admitSitemap(file, address, pageUrl, foreign);
  const read = (urls: string[]) =>
    readFiles(
      urls.filter((url) => mayRequest(url, new URL(url))),
      requested,
      (url) => readFile(url, { network, reader, site, now, until, mayRequest }),
    );

  const starts = webAddresses(named, pageUrl);
  const roots = named.length > 0 ? await read(starts) : await readDefaults(pageUrl, read);
  const listed = new Set<string>();
  const reads: SitemapRead[] = [];
  for (let level = roots; level.length > 0;) {
    reads.push(...level);
    const children = level.flatMap(({ url, parsed }) => webAddresses(parsed?.children ?? [], url));
    for (const child of children) listed.add(child);
    level = await read(children);
  }

  if (!reads.some(({ parsed }) => parsed) && reads.some(({ status }) => status === null)) return null;
  for (const url of [...starts, ...roots.map(({ url }) => url)]) listed.delete(url);
  const found = named.length > 0 ? namedTotal : roots.filter(({ parsed }) => parsed).length;
  return describe(reads, found + listed.size);
}

async function readDefaults(pageUrl: string, read: (urls: string[]) => Promise<SitemapRead[]>) {
  const first = await read([new URL('/sitemap.xml', pageUrl).href]);
  if (first[0]?.status !== 404) return first;
  return [...first, ...(await read([new URL('/sitemap_index.xml', pageUrl).href]))];
}

/** Reads files that were not requested before, a few in parallel, up to the limit of files. */
async function readFiles(
  urls: string[],
  requested: Set<string>,
  readFile: (url: string) => Promise<SitemapRead>,
): Promise<SitemapRead[]> {
  const fresh = [...new Set(urls)].filter((url) => !requested.has(url)).slice(0, MAX_FILES - requested.size);
  for (const url of fresh) requested.add(url);
  const reads: SitemapRead[] = [];
  for (let start = 0; start < fresh.length; start += AT_ONCE) {
    reads.push(...(await Promise.all(fresh.slice(start, start + AT_ONCE).map(readFile))));
  }
  return reads;
}

interface FileDependencies extends SitemapDependencies {
  until: number;
  /** @param address of the file, or of a redirect of it */
  mayRequest: (file: string, address: URL) => boolean;
}

async function readFile(
  url: string,
  { network, reader, site, now, until, mayRequest }: FileDependencies,
): Promise<SitemapRead> {
  try {
    const admit = async (hop: URL) => {
      if (!mayRequest(url, hop)) throw new NetworkFailure('bad_redirect');
      await site.admit(hop, until);
    };
    const options = { network, until, maxBytes: SITEMAP_BYTES, admit };
    const answer = await fetchUrl(url, options);
    if (answer.status !== 200) return { url, status: answer.status, parsed: null };
    const { body, truncated } = await unpackSitemap(answer, until);
    const parsed = await reader.parseSitemap(body, now, truncated);
    return { url, status: answer.status, parsed };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { url, status: null, parsed: null };
  }
}

function describe(reads: SitemapRead[], total: number): Sitemap {
  const found = reads.filter((file): file is SitemapRead & { parsed: ParsedSitemap } => file.parsed !== null);
  const lists = found.filter(({ parsed }) => parsed.kind !== 'index');
  const dates = found.flatMap(({ parsed }) => parsed.lastModified ?? []);
  return {
    found: found.length > 0,
    urls: found.map(({ url }) => url),
    urls_total: total,
    kind: found[0]?.parsed.kind ?? null,
    url_count: lists.length > 0 ? lists.reduce((sum, { parsed }) => sum + parsed.count, 0) : null,
    last_modified: dates.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null,
    truncated: found.length < total || found.some(({ parsed }) => parsed.truncated),
  };
}

/** Maximum size that is read of a file; sitemaps.org allows 50 MB. */
export const SITEMAP_BYTES = 10_000_000;
const GZIP_MAGIC = [0x1f, 0x8b];

type SitemapBody = Pick<ServedPage, 'body' | 'truncated'>;

/**
 * @param until deadline, on the clock of `performance.now()`
 * @returns the file, decompressed if it is a gzip file
 */
export async function unpackSitemap({ body, truncated }: SitemapBody, until: number): Promise<SitemapBody> {
  if (!isGzip(body)) return { body, truncated };
  const file = await unpackBody(Readable.from(body), ['gzip'], { maxBytes: SITEMAP_BYTES, until });
  return { body: file.body, truncated: truncated || file.truncated };
}

function isGzip(body: Uint8Array[]): boolean {
  const start = Buffer.concat(body.slice(0, 2));
  return GZIP_MAGIC.every((byte, index) => start[index] === byte);
}

/** Maximum number of files of other hosts: a site could name files of any host, to have them downloaded there. */
const MAX_FOREIGN_FILES = 2;

/**
 * Decides whether a sitemap file may be requested, and counts it if it is one of another host.
 *
 * @param file address of the file
 * @param address of the file, or of a redirect of it
 * @param home address of the home page, whose host is the site's, with and without `www.`
 * @param foreign files of other hosts so far, which the file is added to
 */
export function admitSitemap(file: string, address: URL, home: string, foreign: Set<string>): boolean {
  if (withoutWww(address.hostname) === withoutWww(new URL(home).hostname) || foreign.has(file)) return true;
  if (foreign.size === MAX_FOREIGN_FILES) return false;
  foreign.add(file);
  return true;
}

/** @returns the http and https addresses, as absolute addresses */
export function webAddresses(written: string[], base: string): string[] {
  return written.flatMap((text) => {
    const url = URL.parse(text, base);
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : [];
  });
}
