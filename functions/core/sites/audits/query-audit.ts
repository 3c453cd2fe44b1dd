import * as z from 'zod/mini';
import { ServiceError } from '../../platform/http/errors.ts';
import type { CrawlRequest } from '../crawl/begin-crawl.ts';
import { DEFAULT_RATE } from '../crawl/limits.ts';
import type { CrawlReader, SiteCrawls } from '../store/site-crawls.ts';
import { type AuditRequest, beginsCrawl, type SomeCrawls, someCrawls } from './audit-data.ts';
import { formatParameter, readWholeNumber, refreshParameter, textParameter } from '../../platform/http/parameters.ts';
import { deliverMember } from '../../deliveries/deliver-member.ts';
import { rule } from '../../platform/http/rules.ts';
import type { CrawlQueue } from '../../platform/queues/work-queue.ts';

/** Page limit of a crawl if the request contains none. */
const DEFAULT_PAGES = 500;

export interface AuditQuery extends AuditRequest {
  domain: string;
}

interface AuditServices {
  crawls: Pick<CrawlReader, 'read'>;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
  /** Starts a crawl unless one of the domain is in progress. */
  begin: (crawl: CrawlRequest) => Promise<boolean>;
}

/**
 * Returns the crawls of a domain, after starting one if the request requires it.
 *
 * @throws what `begin` throws
 * @throws {ServiceError} gateway_timeout if the domain is deleted at the same time
 */
export async function queryAudit({ domain, ...request }: AuditQuery, services: AuditServices): Promise<SomeCrawls> {
  const { crawls, maxPages, begin } = services;
  const stored = await crawls.read(domain, { consistent: true });
  const known = someCrawls(stored);
  if (known && !beginsCrawl(stored, request)) return known;
  await begin({ domain, pages: request.pages ?? Math.min(DEFAULT_PAGES, maxPages) });
  return readStarted(domain, crawls);
}

/**
 * Starts a crawl with settings.
 *
 * @returns the crawls of the domain after that
 * @throws what `begin` throws
 * @throws {ServiceError} crawl_in_progress if a crawl of the domain is in progress
 * @throws {ServiceError} gateway_timeout if the domain is deleted at the same time
 */
export async function startCrawl(
  request: CrawlRequest,
  { crawls, begin }: Pick<AuditServices, 'crawls' | 'begin'>,
): Promise<SomeCrawls> {
  if (!(await begin(request))) throw new ServiceError('crawl_in_progress');
  return readStarted(request.domain, crawls);
}

async function readStarted(domain: string, crawls: AuditServices['crawls']): Promise<SomeCrawls> {
  const started = someCrawls(await crawls.read(domain, { consistent: true }));
  if (!started) throw new ServiceError('gateway_timeout');
  return started;
}

interface CancelServices {
  crawls: Pick<SiteCrawls, 'cancel' | 'read'>;
  queue: CrawlQueue;
}

/**
 * Stops the crawl of a domain before its next request; its result covers the pages read until then. A crawl that waits
 * for its site ends without waiting.
 *
 * @param owner required owner of the crawl; `null`: any owner, for the operator
 * @returns the crawls of the domain after that
 * @throws {ServiceError} not_found if no such crawl is in progress
 */
export async function cancelAudit(
  domain: string,
  owner: string | null,
  { crawls, queue }: CancelServices,
): Promise<SomeCrawls> {
  const isCancelled = await crawls.cancel(domain, owner);
  const stored = isCancelled ? someCrawls(await crawls.read(domain, { consistent: true })) : null;
  if (!stored)
    throw new ServiceError('not_found', { message: 'The owner of your key has no crawl of this site in progress.' });
  if (stored.open) {
    const { id, slices } = stored.open;
    await queue.send({ domain, id, slices });
  }
  return stored;
}

/**
 * Returns the parameters of `GET /api/v1/seo/site`.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 */
export function auditParameters(domain: z.ZodMiniType<string, string>, maxPages: number) {
  return z.object({
    domain,
    refresh: refreshParameter('1 starts a new crawl of the site, unless one is in progress'),
    pages: pagesParameter(maxPages),
    format: formatParameter(),
  });
}

/** Maximum number of patterns in a list, and of characters of each. */
const MAX_PATTERNS = 100;
const MAX_PATTERN = 500;
const MAX_DEPTH = 100;
/** Highest number of requests per second. */
const MAX_RATE = 10;

/**
 * Returns the body of `POST /api/v1/seo/site`.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 * @param isReachable whether a receiver's host may be requested over http, because the operator resolves it
 */
export function crawlBody(
  domain: z.ZodMiniType<string, string>,
  maxPages: number,
  isReachable: (host: string) => boolean,
) {
  const pagesProblem = rule('whole_number_from', { min: 1, max: maxPages });
  const rateProblem = rule('number_from', { min: DEFAULT_RATE, max: MAX_RATE });
  const depthProblem = rule('whole_number_or_null', { min: 0, max: MAX_DEPTH });
  return z.strictObject(
    {
      domain,
      pages: z._default(
        z
          .int(pagesProblem)
          .check(z.minimum(1, pagesProblem), z.maximum(maxPages, pagesProblem), z.meta({ description: 'Page limit' })),
        Math.min(DEFAULT_PAGES, maxPages),
      ),
      include: patternsMember('Only matching addresses are requested, besides the home page', '/blog/'),
      exclude: patternsMember('Matching addresses are not requested', '/*?sort='),
      depth: z._default(
        z.nullable(z.int(depthProblem).check(z.minimum(0, depthProblem), z.maximum(MAX_DEPTH, depthProblem))).check(
          z.meta({
            description:
              'Maximum number of clicks from the home page; addresses that only sitemaps or annotations name are then not ' +
              'requested. Default: any',
          }),
        ),
        null,
      ),
      external: flagMember(
        'Whether each external target of links is requested once, up to 2,000 and ten for each page of the limit',
      ),
      resources: flagMember(
        'Whether images, scripts and stylesheets are requested, up to 5,000 and ten for each page of the limit',
      ),
      rate: z._default(
        z.number(rateProblem).check(
          z.minimum(DEFAULT_RATE, rateProblem),
          z.maximum(MAX_RATE, rateProblem),
          z.meta({
            description:
              'Requests per second to the domain, with and without www. A value above 1 requires a proof of control ' +
              '(/api/v1/seo/site/verification). The crawl starts slowly, and slows down when the response time rises or ' +
              'the server answers 429 or 5xx or does not respond; a longer Crawl-delay of robots.txt applies',
          }),
        ),
        DEFAULT_RATE,
      ),
      deliver: z._default(
        z.nullable(deliverMember(isReachable)).check(
          z.meta({
            description:
              "Where the end of the crawl is sent, signed with the owner's secret (/api/v1/seo/watches/secret). Default: null",
          }),
        ),
        null,
      ),
    },
    rule('json_object'),
  );
}

function flagMember(description: string) {
  const flag = z.union([z.boolean(), z.literal([0, 1])], rule('boolean_or_digit'));
  return z._default(
    z
      .pipe(
        flag,
        z.transform((given: z.infer<typeof flag>) => Boolean(given)),
      )
      .check(z.meta({ description: `${description}. Default: false` })),
    false,
  );
}

function patternsMember(meaning: string, example: string) {
  const problem = rule('path_pattern', { max: MAX_PATTERN });
  const pattern = z.string(rule('text')).check(z.regex(/^[/*]/, problem), z.maxLength(MAX_PATTERN, problem));
  const description =
    `Up to ${MAX_PATTERNS} path patterns in the syntax of robots.txt (* for any text, $ for the end). ${meaning}. Of ` +
    'several matching patterns of include and exclude, the longest applies. Default: none';
  return z._default(
    z
      .array(pattern, rule('pattern_list'))
      .check(z.maxLength(MAX_PATTERNS, rule('max_patterns')), z.meta({ description, examples: [[example]] })),
    [],
  );
}

/** Returns the parameters of `POST /api/v1/seo/site`. */
export const crawlParameters = z.object({ format: formatParameter() });

/** Returns the parameters of `DELETE /api/v1/seo/site`. */
export function cancelParameters(domain: z.ZodMiniType<string, string>) {
  return z.object({ domain, format: formatParameter() });
}

/** Returns `pages`, whose default depends on the stored crawls, so that the schema has none. */
function pagesParameter(max: number) {
  return z.optional(
    textParameter((text) => readWholeNumber(text, { min: 1, max }), {
      description:
        'Page limit of the crawl. A value above the limit of the last crawl starts a new crawl. Default: ' +
        `${Math.min(DEFAULT_PAGES, max)} for a new crawl; otherwise the last crawl is returned, whatever its limit`,
      form: { type: 'integer', minimum: 1, maximum: max },
      examples: [Math.min(DEFAULT_PAGES, max)],
    }),
  );
}
