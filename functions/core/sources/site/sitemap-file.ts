import { Readable } from 'node:stream';
import type { ServedPage } from '../../platform/network/served-page.ts';
import { unpackBody } from '../../platform/network/unpack-body.ts';

/** sitemaps.org allows 50 MB a file; a fifth of that is read. */
export const SITEMAP_BYTES = 10_000_000;
const GZIP_MAGIC = [0x1f, 0x8b];

type SitemapBody = Pick<ServedPage, 'body' | 'truncated'>;

/**
 * @param until deadline, on the clock of `performance.now()`
 * @returns the file, unpacked where it is a gzip file of its own
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

/** @returns the http and https addresses among them, resolved */
export function webAddresses(written: string[], base: string): string[] {
  return written.flatMap((text) => {
    const url = URL.parse(text, base);
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : [];
  });
}
