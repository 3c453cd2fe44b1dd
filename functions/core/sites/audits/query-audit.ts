import * as z from 'zod/mini';
import { ServiceError } from '../../platform/http/errors.ts';
import type { CrawlReader, SiteCrawls } from '../store/site-crawls.ts';
import { type AuditWish, beginsCrawl, type SomeCrawls, someCrawls } from './audit-data.ts';
import {
  BadValue,
  formatParameter,
  readWholeNumber,
  refreshParameter,
  textParameter,
  unknownName,
  wholeNumberParameter,
} from '../../platform/http/parameters.ts';
import { cursorParameter } from '../../platform/http/paging.ts';
import { message } from '../../platform/http/message.ts';
import { issueIds } from '../issues/ids.computed.ts';
import { type RowSort, rowSorts, type StatusRange } from './select-rows.ts';
import type { CrawlQueue } from '../../platform/queues/work-queue.ts';

/** Most pages of a crawl where nothing is said of it. */
const DEFAULT_PAGES = 500;

export interface AuditQuery extends AuditWish {
  domain: string;
}

interface AuditServices {
  crawls: Pick<CrawlReader, 'read'>;
  /** Most pages of a crawl, as the operator has it. */
  mostPages: number;
  /** Begins a crawl unless one of the domain is under way. */
  begin: (crawl: { domain: string; pages: number }) => Promise<void>;
}

/**
 * The crawls of a domain, after one was begun where that is called for.
 *
 * @throws what `begin` throws
 * @throws {ServiceError} gateway_timeout where the domain was deleted at the same moment
 */
export async function queryAudit({ domain, ...wish }: AuditQuery, services: AuditServices): Promise<SomeCrawls> {
  const { crawls, mostPages, begin } = services;
  const stored = await crawls.read(domain, { consistent: true });
  const known = someCrawls(stored);
  if (known && !beginsCrawl(stored, wish)) return known;
  await begin({ domain, pages: wish.pages ?? Math.min(DEFAULT_PAGES, mostPages) });
  const begun = someCrawls(await crawls.read(domain, { consistent: true }));
  if (!begun) throw new ServiceError('gateway_timeout');
  return begun;
}

interface CancelServices {
  crawls: Pick<SiteCrawls, 'cancel' | 'read'>;
  queue: CrawlQueue;
}

/**
 * Has the crawl of a domain end before its next request: what it has read until then is its result. One that waits for
 * its site ends without waiting.
 *
 * @param owner to whom the crawl has to belong; `null`: it may belong to anybody, as for the operator
 * @returns the crawls of the domain as they stand then
 * @throws {ServiceError} not_found where no such crawl is under way
 */
export async function cancelAudit(
  domain: string,
  owner: string | null,
  { crawls, queue }: CancelServices,
): Promise<SomeCrawls> {
  const isCancelled = await crawls.cancel(domain, owner);
  const stored = isCancelled ? someCrawls(await crawls.read(domain, { consistent: true })) : null;
  if (!stored)
    throw new ServiceError('not_found', { message: 'No crawl of this site that belongs to you is under way.' });
  if (stored.open) {
    const { id, slices } = stored.open;
    await queue.send({ domain, id, slices });
  }
  return stored;
}

/** Most pages of a list in one answer. */
const MOST_ROWS = 1_000;

/**
 * Parameters of `GET /api/v1/seo/site`.
 *
 * @param mostPages most pages of a crawl, as the operator has it
 */
export function auditParameters(domain: z.ZodMiniType<string, string>, mostPages: number) {
  return z.object({
    domain,
    refresh: refreshParameter('1 crawls the site anew, unless a crawl of it is under way'),
    pages: pagesParameter(mostPages),
    format: formatParameter(),
  });
}

/** Parameters of `DELETE /api/v1/seo/site`. */
export function cancelParameters(domain: z.ZodMiniType<string, string>) {
  return z.object({ domain, format: formatParameter() });
}

/** Parameters of `/api/v1/seo/site/pages`. */
export function sitePagesParameters(domain: z.ZodMiniType<string, string>) {
  return z.object({
    domain,
    issue: z.optional(issueParameter),
    status: z.optional(statusParameter),
    sort: z.optional(sortParameter),
    cursor: cursorParameter(),
    limit: wholeNumberParameter({ name: 'Most pages in the answer', min: 1, max: MOST_ROWS, default: 100 }),
    format: formatParameter(),
  });
}

/** `pages`: it has a default, but being given makes a difference. */
function pagesParameter(max: number) {
  return z.optional(
    textParameter((text) => readWholeNumber(text, { min: 1, max }), {
      description:
        'Most pages of the crawl. More than the last crawl was to have: the site is crawled anew. Absent: ' +
        `${Math.min(DEFAULT_PAGES, max)} for a new crawl; the last one answers, whatever its number`,
      form: { type: 'integer', minimum: 1, maximum: max },
      examples: [Math.min(DEFAULT_PAGES, max)],
    }),
  );
}

const issueParameter = textParameter(readIssue, {
  description: 'Id of an issue: the pages that show it',
  form: { type: 'string', enum: [...issueIds] },
  examples: ['title-missing'],
});

function readIssue(text: string): string {
  if (issueIds.includes(text)) return text;
  throw new BadValue(unknownName(text, [...issueIds], 'issue'));
}

const statusParameter = textParameter(readStatus, {
  description: 'HTTP status, or a class of them, such as 4xx: the pages that answered with it',
  form: { type: 'string', pattern: '^[1-5](?:\\d\\d|[xX][xX])$' },
  examples: ['404', '5xx'],
});

function readStatus(text: string): StatusRange {
  if (!/^[1-5](?:\d\d|xx)$/i.test(text))
    throw new BadValue('must be an HTTP status such as 404, or a class such as 4xx');
  return [Number(text.replace(/x/gi, '0')), Number(text.replace(/x/gi, '9'))];
}

const sortParameter = textParameter(readSort, {
  description:
    'Lowest seo_score first, fewest clicks (depth) first, most inlinks first, highest internal_rank first, or by the ' +
    'address itself; what is not known comes last. Absent: as they were crawled',
  form: { type: 'string', enum: [...rowSorts] },
  examples: ['seo_score'],
});

function readSort(text: string): RowSort {
  const known = rowSorts.find((each) => each === text);
  if (known) return known;
  throw new BadValue(message`must be one of ${{ known: rowSorts }}`);
}
