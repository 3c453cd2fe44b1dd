import { Parser } from 'htmlparser2';
import { pageAddress } from '../platform/names/page-address.ts';

/** Addresses in a sitemap file. */
export interface SitemapList {
  /** Pages of the site, in normal form and in their order, without duplicates. */
  pages: string[];
  /** Other sitemaps, as written. */
  children: string[];
  /** Whether it has, or may have, more entries than were read. */
  truncated: boolean;
}

/**
 * Lists the pages of a site in a sitemap file. Addresses of other hosts are ignored, as by search engines.
 *
 * @param hosts hosts of the site, in lower-case ASCII
 * @returns `null` if it is not a sitemap
 * @see https://www.sitemaps.org/protocol.html#location
 */
export function listSitemap(
  body: Uint8Array[],
  now: number,
  clipped: boolean,
  hosts: readonly string[],
): SitemapList | null {
  const pages = new Set<string>();
  const parsed = parseSitemap(body, now, clipped, (written) => {
    const address = pageAddress(written);
    if (!('problem' in address) && hosts.includes(new URL(address.url).hostname)) pages.add(address.url);
  });
  return parsed && { pages: [...pages], children: parsed.children, truncated: parsed.truncated };
}

/** The content of a sitemap file. */
export interface ParsedSitemap {
  kind: 'urlset' | 'index' | 'text' | 'feed';
  /** Number of pages or, in an index, sitemaps; at most 50,000 are counted. */
  count: number;
  /** URLs of the sitemaps in an index, as written. */
  children: string[];
  /** Latest `<lastmod>` that is a date and not in the future: `YYYY-MM-DD` or ISO 8601 UTC, as precise as written. */
  lastModified: string | null;
  /** Whether the file has, or may have, more entries than were counted: it has too many, or is cut off. */
  truncated: boolean;
}

/** sitemaps.org: at most 50,000 addresses per file, each shorter than 2,048 characters. */
const MAX_ENTRIES = 50_000;
const MAX_TEXT = 2_048;
/** Deeper than any sitemap or feed; the parser's time for a tag grows with the depth. */
const MAX_DEPTH = 100;

/** Kind of a file and name of the element of an entry, by the root element. */
const ROOTS: Record<string, { kind: ParsedSitemap['kind']; entry: string }> = {
  urlset: { kind: 'urlset', entry: 'url' },
  sitemapindex: { kind: 'index', entry: 'sitemap' },
  rss: { kind: 'feed', entry: 'item' },
  feed: { kind: 'feed', entry: 'entry' },
  RDF: { kind: 'feed', entry: 'item' },
};
/** W3C date and time formats that contain a day. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * Reads a sitemap: urlset or index (sitemaps.org), plain text, RSS or Atom.
 *
 * The XML is read as a stream of events: no tree is built, no document type is read and no custom entity is expanded.
 * An entry that is cut off is not counted.
 *
 * @param body UTF-8, unpacked, in pieces
 *
 * @param now milliseconds since the epoch
 * @param clipped whether the file continues after `body`
 * @param note called with the address of each listed page, as written; feeds are not lists of pages
 * @returns `null` if it is not a sitemap, for example an HTML page
 */
export function parseSitemap(
  body: Uint8Array[],
  now: number,
  clipped = false,
  note: NoteAddress = () => {},
): ParsedSitemap | null {
  const parsed = startsAsXml(body) ? parseXml(body, now, note) : parseText(body, clipped, note);
  return parsed && { ...parsed, truncated: parsed.truncated || clipped };
}

type NoteAddress = (address: string) => void;

function startsAsXml(body: Uint8Array[]): boolean {
  const decoder = new TextDecoder();
  for (const chunk of body) {
    const start = decoder.decode(chunk, { stream: true }).trimStart();
    if (start) return start.startsWith('<');
  }
  return false;
}

function parseXml(body: Uint8Array[], now: number, note: NoteAddress): ParsedSitemap | null {
  const reader = new EntryReader(now, note);
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
  const decoder = new TextDecoder();
  for (const chunk of body) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (reader.finished) break;
  }
  // Without `parser.end()`, which would close the elements that are left open.
  return reader.result();
}

/** The known values of an entry before its end. */
interface Entry {
  address: string | null;
  lastModified: string | null;
}

/** Handles the parser's events. Elements of other namespaces (`image:loc`) are ignored. */
class EntryReader {
  readonly #now: number;
  readonly #note: NoteAddress;
  #parser: Parser | null = null;
  #depth = 0;
  #prefix = '';
  #root: string | null = null;
  #entry: Entry | null = null;
  #element: string | null = null;
  #text = '';
  #count = 0;
  #children: string[] = [];
  #latest: { at: number; text: string } | null = null;
  #truncated = false;

  constructor(now: number, note: NoteAddress) {
    this.#now = now;
    this.#note = note;
  }

  /** The rest of the file is ignored. */
  get finished(): boolean {
    return this.#truncated || (this.#root !== null && !(this.#root in ROOTS));
  }

  result(): ParsedSitemap | null {
    const kind = ROOTS[this.#root ?? '']?.kind;
    if (!kind) return null;
    const lastModified = this.#latest?.text ?? null;
    const truncated = this.#truncated || this.#depth > 0;
    return { kind, count: this.#count, children: this.#children, lastModified, truncated };
  }

  onparserinit(parser: Parser): void {
    this.#parser = parser;
  }

  onopentagname(name: string): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      this.#truncated = true;
      this.#parser?.pause();
      return;
    }
    if (this.#root === null) {
      this.#prefix = name.includes(':') ? name.slice(0, name.indexOf(':') + 1) : '';
      this.#root = name.slice(this.#prefix.length);
      // In RSS 1.0, the items are not in the namespace prefix of the root.
      if (this.#root === 'RDF') this.#prefix = '';
    } else if (this.#isEntry(name)) {
      this.#entry = { address: null, lastModified: null };
    }
    this.#element = name;
    this.#text = '';
  }

  ontext(text: string): void {
    if (this.#entry && this.#text.length <= MAX_TEXT) this.#text += text;
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (this.#entry && name === this.#element) this.#readMember(this.#entry, name, this.#text.trim());
    this.#element = null;
    if (this.#entry && this.#isEntry(name)) this.#endEntry(this.#entry);
  }

  #isEntry(name: string): boolean {
    const root = ROOTS[this.#root ?? ''];
    return root !== undefined && name === this.#prefix + root.entry;
  }

  #readMember(entry: Entry, name: string, text: string): void {
    if (name === `${this.#prefix}loc` && text && text.length <= MAX_TEXT) entry.address = text;
    if (name === `${this.#prefix}lastmod`) entry.lastModified = text;
  }

  #endEntry({ address, lastModified }: Entry): void {
    this.#entry = null;
    const isFeed = ROOTS[this.#root ?? '']?.kind === 'feed';
    if (address === null && !isFeed) return;
    if (this.#count === MAX_ENTRIES) {
      this.#truncated = true;
      return;
    }
    this.#count += 1;
    if (this.#root === 'sitemapindex' && address !== null) this.#children.push(address);
    if (this.#root === 'urlset' && address !== null) this.#note(address);
    if (lastModified !== null && !isFeed) this.#noteLastModified(lastModified);
  }

  #noteLastModified(written: string): void {
    if (!DAY.test(written) && !TIME.test(written)) return;
    // A time without a zone is not a W3C time; it is read as UTC, as crawlers do.
    const at = Date.parse(DAY.test(written) || /Z|[+-]\d{2}:\d{2}$/.test(written) ? written : `${written}Z`);
    if (Number.isNaN(at) || at > this.#now || at <= (this.#latest?.at ?? -Infinity)) return;
    this.#latest = { at, text: DAY.test(written) ? written : new Date(at).toISOString() };
  }
}

/** Reads a list with one address per line (sitemaps.org, "Text file"). */
function parseText(body: Uint8Array[], clipped: boolean, note: NoteAddress): ParsedSitemap | null {
  const lines = new TextDecoder().decode(Buffer.concat(body)).split(/\r\n|\r|\n/);
  if (clipped) lines.pop();
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  if (!isWebAddress(filled[0] ?? '')) return null;
  const addresses = filled.filter(isWebAddress);
  const counted = addresses.slice(0, MAX_ENTRIES);
  for (const address of counted) note(address);
  return {
    kind: 'text',
    count: counted.length,
    children: [],
    lastModified: null,
    truncated: addresses.length > MAX_ENTRIES,
  };
}

function isWebAddress(line: string): boolean {
  return /^https?:\/\//i.test(line) && URL.canParse(line);
}
