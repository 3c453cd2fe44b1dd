import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Zone } from './dns-server.ts';

/** A path whose response is not just the file of that name. */
export interface SpecialAnswer {
  /** Without one, the file is sent. */
  status?: number;
  headers?: Record<string, string>;
  /** Before the first byte. */
  delayMs?: number;
  /** The file is filled up with blanks to this size. */
  bytes?: number;
}

/** A site of the sandbox; its files are in `sites/<host>/`. */
export interface Site {
  host: string;
  /** Plain http, and `www.`, redirect to https without it. Without it, the server's certificate is for other names. */
  https: boolean;
  headers?: Record<string, string>;
  special?: Record<string, SpecialAnswer>;
}

/**
 * A shop without faults, a Chinese blog, a site whose home page has most of the possible faults, and one with a page for
 * each issue of a whole site: its pages declare in a meta element which issues they have. Addresses in the zone are
 * reserved for documentation (RFC 5737 and 3849) and never connected to; the times and sizes of pages are just above the
 * bounds of the issues.
 */
export const { sites, zone } = JSON.parse(readFileSync(join(import.meta.dirname, 'sites.json'), 'utf8')) as {
  sites: Site[];
  zone: Zone;
};
