import * as z from 'zod';
import { answerOf, blocked, isJson, listOf, readJson, unreadable } from './providers/read-response.ts';
import type { ProviderAddress, ProviderResponse } from './providers/provider-client.ts';
import type { Source, SourceContext } from './source.ts';
import type { SourceAnswer } from '../record/source-answer.ts';
import { DAY_MS } from '../platform/time/day.ts';

const address: ProviderAddress = { setting: 'COMMON_CRAWL_URL', baseUrl: 'https://index.commoncrawl.org' };
/** The operators require that clients send one request at a time. */
const RATE_LIMIT = { key: 'common-crawl', intervalMs: 1_000, serial: true };
const REQUEST_MS = 30_000;
const CRAWLS_MAX_AGE_MS = DAY_MS;

/** Maximum number of lines of the index in one block. */
const BLOCK_LINES = 3_000;
const BLOCKS_A_PAGE = 5;

/** Newest first. */
const crawls = listOf(z.object({ id: z.string(), 'cdx-api': z.url() }));
const size = z.union([
  z.object({ blocks: z.int().nonnegative() }),
  // Some versions of the index server return only the number of pages.
  z
    .int()
    .nonnegative()
    .transform((pages) => ({ blocks: pages * BLOCKS_A_PAGE })),
]);

interface Crawl {
  id: string;
  /** Path of its index. */
  path: string;
}

/** Whether the newest crawl of Common Crawl contains the domain or its subdomains. */
export const commonCrawlSource: Source = {
  id: 'common_crawl',
  fields: ['common_crawl'],
  attribution: 'Common Crawl (https://commoncrawl.org), under its terms of use',
  isEvidence: true,
  address,
  keys: [],
  maxAgeDays: 30,
  inlineMs: 6_000,
  backgroundMs: 60_000,
  costUsd: 0,
  fetch: (domain, context) =>
    answerOf(async () => {
      const crawl = await newestCrawl(context);
      const url = new URL(crawl.path, context.baseUrl(address));
      url.search = new URLSearchParams({ url: `*.${domain}`, output: 'json', showNumPages: 'true' }).toString();
      const response = await request(url.href, context);
      // A 404 in JSON means no captures; a 404 with an HTML page means that the index does not exist.
      const hasNoCaptures = response.status === 404 && isJson(response);
      return describe(crawl, hasNoCaptures ? 0 : readJson(response, size).blocks, response.status);
    }),
};

function describe({ id }: Crawl, blocks: number, http_status: number): SourceAnswer {
  const present = blocks > 0;
  const section = { crawl_id: id, present, captures_upper_bound: blocks * BLOCK_LINES };
  return { status: present ? 'ok' : 'empty', http_status, sections: { common_crawl: section } };
}

function newestCrawl(context: SourceContext): Promise<Crawl> {
  const url = new URL('/collinfo.json', context.baseUrl(address)).href;
  // Cached by URL, since each server has its own list.
  return context.shared(url, CRAWLS_MAX_AGE_MS, async () => {
    const response = await request(url, context);
    const [newest] = readJson(response, crawls);
    if (!newest) throw unreadable(response);
    return { id: newest.id, path: new URL(newest['cdx-api']).pathname };
  });
}

async function request(url: string, { http }: SourceContext): Promise<ProviderResponse> {
  const response = await http.request(url, { rateLimit: RATE_LIMIT, timeoutMs: REQUEST_MS });
  // The server blocks clients that send too many requests; a retry would prolong the block.
  if (response.status === 403) throw blocked(response);
  return response;
}
