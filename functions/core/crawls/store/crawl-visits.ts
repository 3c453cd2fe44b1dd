import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CheckedTarget, CrawledFacts, CrawledPage } from '../../record/crawled-page.ts';
import { crawlLifetimeMs, type CrawlSize } from '../crawl-size.ts';
import { compressPassing } from '../../platform/text/compress.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, between } from '../../platform/dynamodb/expressions.ts';
import { getItem, putItem, queryPages } from '../../platform/dynamodb/table.ts';
import {
  type CrawledPageItem,
  type CrawlName,
  type ElementsItem,
  elementsFrom,
  elementsKey,
  orderOf,
  fileKey,
  filePrefix,
  MAX_BYTES,
  type PageElements,
  pageKey,
  pagesFrom,
  targetKey,
  targetsOf,
} from './item.ts';

/**
 * Brotli quality of pages, which are short and expire. It takes a quarter of the time of that of files, and the pages
 * become a tenth longer.
 */
const PAGE_QUALITY = 3;
/**
 * Elements of at most this size are stored with their page: a restore, which discards them, reads few pages since the last
 * checkpoint, and an item of their own costs a call and a write unit.
 */
const SMALL_ELEMENTS_BYTES = 4_000;
/** Bytes of a file in one item. */
const FILE_PART_BYTES = 300_000;

/** A crawl; its items expire after a time that depends on its size, absent: after a week. */
export type WrittenCrawl = CrawlName & Partial<CrawlSize>;

/** The items of a crawl that are not needed after its end. */
export interface CrawlVisits {
  /**
   * Stores the outcome of an address.
   *
   * @param order number of the address in the order of requests, from 0
   * @returns false if a page is already stored under this number
   */
  addPage(crawl: WrittenCrawl, order: number, page: CrawledPage): Promise<boolean>;
  /**
   * Reads the outcomes of the addresses, in order; few are in memory at a time.
   *
   * @param from number of the first address; default 0
   * @param withAnchors absent: the pages have no anchors and resources, which takes much less time
   */
  readPages(
    crawl: CrawlName,
    options?: { from?: number | undefined; withAnchors?: boolean | undefined },
  ): AsyncIterable<CrawledPage>;
  /** Stores the outcome of an external target or a resource at a position of the list of these. */
  addTarget(crawl: WrittenCrawl, position: number, target: CheckedTarget): Promise<void>;
  /** Reads the outcomes of external targets and resources. */
  readTargets(crawl: CrawlName): AsyncIterable<CheckedTarget>;
  /**
   * Stores a file of the crawl; a later one of the same name replaces it. Of one in several parts, an interruption may leave
   * parts of both.
   *
   * @returns its hash
   */
  writeFile(crawl: WrittenCrawl, name: string, text: string): Promise<string>;
  /**
   * @param hash absent: that of any file
   * @returns `null` if no file of this name is stored, or not the one with this hash
   */
  readFile(crawl: CrawlName, name: string, hash?: string): Promise<string | null>;
}

interface FilePart {
  bytes: Uint8Array;
  parts: number;
}

/** The items of the `SiteCrawls` table that have a TTL. */
export function createCrawlVisits(db: DynamoDB, table: string, now: () => number): CrawlVisits {
  const store = { db, table };
  const expiresAt = (crawl: WrittenCrawl) => Math.ceil((now() + crawlLifetimeMs(crawl)) / 1000);

  async function* query<Item>(domain: string, first: string, last: string): AsyncGenerator<Item, void> {
    const pages = queryPages<Item>(store, { domain, part: between(first, last) }, { consistent: true });
    for await (const items of pages) yield* items;
  }

  return {
    async addPage(crawl, order, page) {
      const { domain, id } = crawl;
      const expires_at = expiresAt(crawl);
      const { elements, bytes, cut } = packElements(page);
      const isSmall = bytes <= SMALL_ELEMENTS_BYTES;
      if (!isSmall) {
        const key = elementsKey(domain, id, order, page.url);
        // First, so that a page is never stored without them.
        await putItem(store, { ...key, ...elements, expires_at }, { repeatable: true });
      }
      const item: CrawledPageItem = {
        ...pageKey(domain, id, order),
        page: packPage({ ...page, ...(cut.length > 0 && { cut }) }),
        ...(isSmall && elements),
        expires_at,
      };
      // If the response was lost, the repeated call finds its own page; the caller then reads the stored one.
      return putItem(store, item, { when: { part: absent }, repeatable: true });
    },

    async *readPages({ domain, id }, { from = 0, withAnchors = false } = {}) {
      const { first, last } = pagesFrom(id, from);
      const range = elementsFrom(id, from);
      const elements = withAnchors ? query<ElementsItem>(domain, range.first, range.last) : none();
      let next = await elements.next();
      for await (const item of query<CrawledPageItem>(domain, first, last)) {
        const stored = JSON.parse(textOf(item.page)) as CrawledPage;
        if (!withAnchors) {
          yield stored;
          continue;
        }
        const { part } = elementsKey(domain, id, orderOf(item.part), stored.url);
        // Those before are of pages that another worker stored first.
        while (!next.done && next.value.part < part) next = await elements.next();
        yield { ...stored, ...elementsOf(!next.done && next.value.part === part ? next.value : item) };
      }
    },

    async addTarget(crawl, position, target) {
      const { domain, id } = crawl;
      const item = { ...targetKey(domain, id, position), target, expires_at: expiresAt(crawl) };
      await putItem(store, item, { repeatable: true });
    },

    async *readTargets({ domain, id }) {
      const { first, last } = targetsOf(id);
      for await (const { target } of query<{ target: CheckedTarget }>(domain, first, last)) yield target;
    },

    async writeFile(crawl, name, text) {
      const { domain, id } = crawl;
      const compressed = await compressPassing(text);
      const parts = Math.max(1, Math.ceil(compressed.length / FILE_PART_BYTES));
      // The first part contains the number of parts. It is written last, so that a file is visible only when complete.
      for (let part = parts - 1; part >= 0; part--) {
        const bytes = compressed.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
        await putItem(store, { ...fileKey(domain, id, name, part), bytes, parts, expires_at: expiresAt(crawl) });
      }
      return hashOf(compressed);
    },

    async readFile({ domain, id }, name, hash) {
      const first = await getItem<FilePart>(store, fileKey(domain, id, name, 0), { consistent: true });
      if (!first) return null;
      const bytes = first.parts === 1 ? first.bytes : await readParts(domain, filePrefix(id, name), first.parts);
      return hash === undefined || hash === hashOf(bytes) ? textOf(bytes) : null;
    },
  };

  async function readParts(domain: string, prefix: string, parts: number): Promise<Uint8Array> {
    const all = await Array.fromAsync(query<FilePart>(domain, prefix, `${prefix}~`));
    return Buffer.concat(all.slice(0, parts).map(({ bytes }) => bytes));
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

async function* none(): AsyncGenerator<ElementsItem, void> {}

function packPage({ resources: _, ...page }: CrawledPage): Buffer {
  const packed = compress({ ...page, anchors: [] });
  return packed.length > MAX_BYTES ? compress({ ...page, facts: withoutEvidence(page.facts), anchors: [] }) : packed;
}

/** @returns the lists of a page that fit, and the kinds of targets of which the page has more */
function packElements({ anchors, resources = [], cut: notKept = [] }: CrawledPage) {
  const elements: PageElements = {};
  const cut = new Set(notKept);
  let bytes = 0;
  // Of a page that cannot be compressed enough, the links are stored without their elements.
  for (const [name, list, kind] of [
    ['anchors', anchors, 'external'],
    ['resources', resources, 'resources'],
  ] as const) {
    if (list.length === 0) continue;
    const packed = compress(list);
    if (bytes + packed.length > MAX_BYTES) {
      cut.add(kind);
      continue;
    }
    elements[name] = packed;
    bytes += packed.length;
  }
  return { elements, bytes, cut: [...cut] };
}

function elementsOf({ anchors, resources }: PageElements): Pick<CrawledPage, 'anchors' | 'resources'> {
  return {
    anchors: anchors ? (JSON.parse(textOf(anchors)) as CrawledPage['anchors']) : [],
    ...(resources && { resources: JSON.parse(textOf(resources)) as CrawledPage['resources'] }),
  };
}

/** Without what only extreme pages have much of; what fails on the page remains. */
function withoutEvidence(facts: CrawledFacts | null): CrawledFacts | null {
  return (
    facts && {
      ...facts,
      findings: facts.findings.map(({ id }) => ({ id, items: [] })),
      fragments: [],
      mixed_content: facts.mixed_content.slice(0, 1),
    }
  );
}

/** In this thread: for short texts, another thread takes longer than the work. */
function compress(value: unknown): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY };
  return brotliCompressSync(JSON.stringify(value), { params });
}

const textOf = (compressed: Uint8Array) => brotliDecompressSync(compressed).toString();
