import * as z from 'zod/mini';
import { invalidParameters, ServiceError } from '../platform/http/errors.ts';
import type { CrawlRequest } from '../crawls/begin-crawl.ts';
import { DEFAULT_RATE } from '../crawls/limits.ts';
import { PAGES_WITHOUT_PROOF } from '../crawls/page-limits.ts';
import { isPrivate, ownedBy, SERVICE, viewerOf } from '../crawls/store/private-crawls.ts';
import type { CrawlReader, CrawlInProgress, SiteCrawls } from '../crawls/store/site-crawls.ts';
import { pollAfter } from './audit-data.ts';
import { crawlIdParameter } from './read-crawl.ts';
import { type AuditRequest, auditView, beginsCrawl, crawlView, type SiteView } from './site-view.ts';
import { formatParameter, readWholeNumber, refreshParameter, textParameter } from '../platform/http/parameters.ts';
import { credentialsMembers } from './credentials-member.ts';
import { extractMember } from './extract-member.ts';
import { defaultPageLimit, listMembers } from './listed-scope.ts';
import { deliverMember } from '../deliveries/deliver-member.ts';
import { rule } from '../platform/http/rules.ts';
import type { CrawlQueue } from '../crawls/tasks.ts';

/** Page limit of a crawl if the request contains none, and the audit had no higher one. */
const DEFAULT_PAGES = 500;

const PROOF_OF_PAGES =
  `A crawl of more than ${PAGES_WITHOUT_PROOF.toLocaleString('en')} pages requires a proof of control by file ` +
  '(/api/v1/seo/site/verification); without one, a default above it is reduced';

export interface AuditQuery extends AuditRequest {
  domain: string;
  /** Id of a crawl to read; absent: the audit. */
  crawl?: string | undefined;
}

interface AuditServices {
  crawls: Pick<CrawlReader, 'read' | 'readEnded' | 'readResult'>;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
  /** Returns the caller's owner. */
  ownerOf: () => Promise<string>;
  /** Starts a crawl unless the caller's owner has one of the domain in progress. */
  begin: (crawl: CrawlRequest) => Promise<boolean>;
}

/**
 * Returns the crawls of a domain, after starting one if the request requires it.
 *
 * @throws what `begin` throws
 * @throws {ServiceError} not_crawled, crawl_not_found, not_verified
 * @throws {ServiceError} crawl_in_progress if a crawl is needed and the caller's owner has a private one in progress
 * @throws {ServiceError} invalid_parameter if a crawl is named and another one requested
 * @throws {ServiceError} gateway_timeout if the domain is deleted at the same time
 */
export async function queryAudit(
  { domain, crawl, ...request }: AuditQuery,
  services: AuditServices,
): Promise<SiteView> {
  const { crawls, maxPages, ownerOf, begin } = services;
  if (crawl !== undefined) {
    const others = { refresh: request.refresh, pages: request.pages !== undefined };
    const refused = Object.entries(others).flatMap(([param, isGiven]) =>
      isGiven ? [{ param, rule: 'not_with_crawl' as const }] : [],
    );
    if (refused.length > 0) throw invalidParameters(refused);
    const viewer = viewerOf(ownerOf);
    return crawlView({ domain, id: crawl }, await crawls.read(domain, { consistent: true, viewer }), crawls, viewer);
  }
  const stored = await crawls.read(domain, { consistent: true });
  if (!beginsCrawl(stored, request)) return requireView(auditView(stored, await ownerOf()));
  const pages = request.pages ?? pagesOfNextCrawl(stored.audit, maxPages);
  if (!(await begin({ domain, pages, isReduced: request.pages === undefined }))) {
    const own = await readOwn(domain, await ownerOf(), crawls);
    // An answer without the id of a crawl shows no private one, so that it could not show what is waited for.
    if (own && isPrivate(own)) throw crawlInProgress(own);
  }
  return readStarted(domain, await ownerOf(), crawls);
}

/**
 * Returns the page limit of a crawl whose request contains none: that of the audit, at least the usual one.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 */
export function pagesOfNextCrawl(audit: Pick<CrawlInProgress, 'limit'> | null, maxPages: number): number {
  return Math.min(maxPages, Math.max(audit?.limit ?? 0, DEFAULT_PAGES));
}

/**
 * Starts a crawl of a scope.
 *
 * @returns the crawls of the domain after that
 * @throws what `begin` throws
 * @throws {ServiceError} crawl_in_progress if the caller's owner has a crawl of the domain in progress
 * @throws {ServiceError} gateway_timeout if the domain is deleted at the same time
 */
export async function startCrawl(
  request: CrawlRequest,
  { crawls, ownerOf, begin }: Pick<AuditServices, 'crawls' | 'ownerOf' | 'begin'>,
): Promise<SiteView> {
  const isStarted = await begin(request);
  const owner = await ownerOf();
  const own = await readOwn(request.domain, owner, crawls);
  if (!isStarted) throw crawlInProgress(own);
  return own && isPrivate(own) ? viewInProgress(own) : readStarted(request.domain, owner, crawls);
}

/** @returns the crawl of an owner that is in progress, private or not */
async function readOwn(domain: string, owner: string, crawls: Pick<CrawlReader, 'read'>) {
  const { inProgress } = await crawls.read(domain, { consistent: true, viewer: ownedBy(owner) });
  return inProgress.find((crawl) => crawl.owner === owner);
}

/** Returns the view of a crawl in progress alone. */
function viewInProgress(crawl: CrawlInProgress): SiteView {
  return { crawl, inProgress: crawl, newer: crawl, isPending: true, historyJson: '[]' };
}

/** @param inProgress `undefined`: it has just ended */
function crawlInProgress(inProgress: CrawlInProgress | undefined): ServiceError {
  return new ServiceError('crawl_in_progress', {
    retryAfterSeconds: inProgress ? pollAfter(inProgress, Date.now()) : 1,
  });
}

async function readStarted(domain: string, owner: string, crawls: Pick<CrawlReader, 'read'>): Promise<SiteView> {
  return requireView(auditView(await crawls.read(domain, { consistent: true }), owner));
}

function requireView(view: SiteView | null): SiteView {
  if (!view) throw new ServiceError('gateway_timeout');
  return view;
}

interface CancelServices {
  crawls: Pick<SiteCrawls, 'cancel' | 'read'>;
  queue: CrawlQueue;
}

/**
 * Stops the crawl of a domain before its next request; its result covers the pages read until then. A crawl that waits
 * for its site ends without waiting.
 *
 * @param owner owner of the crawl
 * @param isOperator whether to stop the crawls of all others if the owner has none
 * @returns the crawls of the domain after that
 * @throws {ServiceError} not_found if no such crawl is in progress
 */
export async function cancelAudit(
  { domain, owner, isOperator = false }: { domain: string; owner: string; isOperator?: boolean },
  { crawls, queue }: CancelServices,
): Promise<SiteView> {
  const { inProgress } = await crawls.read(domain, { consistent: true, viewer: SERVICE });
  const own = inProgress.filter((crawl) => crawl.owner === owner);
  const cancelled: CrawlInProgress[] = [];
  for (const crawl of isOperator && own.length === 0 ? inProgress : own) {
    if (await crawls.cancel(domain, crawl.owner)) cancelled.push(crawl);
  }
  if (cancelled.length === 0)
    throw new ServiceError('not_found', { message: 'The owner of your key has no crawl of this site in progress.' });
  for (const { id, slices } of cancelled) await queue.send({ domain, id, slices });
  const after = auditView(await crawls.read(domain, { consistent: true }), owner);
  const [first] = cancelled as [CrawlInProgress];
  // Of a site without an audit, the crawl may have ended already.
  return after && !isPrivate(first) ? after : viewInProgress(first);
}

/**
 * Returns the parameters of `GET /api/v1/seo/site`.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 */
export function auditParameters(domain: z.ZodMiniType<string, string>, maxPages: number) {
  return z.object({
    domain,
    crawl: crawlIdParameter('Id of a crawl to read (/api/v1/seo/site/crawls). Default: the audit'),
    refresh: refreshParameter("1 starts a new crawl of the site, unless one of your key's owner is in progress"),
    pages: pagesParameter(maxPages),
    format: formatParameter(),
  });
}

/** Maximum number of patterns in a list, and of characters and stars of each. */
const MAX_PATTERNS = 100;
const MAX_PATTERN = 500;
const MAX_STARS = 10;
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
      pages: z.optional(
        z.int(pagesProblem).check(
          z.minimum(1, pagesProblem),
          z.maximum(maxPages, pagesProblem),
          z.meta({
            description:
              `Page limit. Default: ${Math.min(DEFAULT_PAGES, maxPages)}; with urls twice their number, at most ` +
              `${PAGES_WITHOUT_PROOF.toLocaleString('en')}, since redirects count as well. ${PROOF_OF_PAGES}`,
          }),
        ),
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
      ...listMembers(),
      external: flagMember(
        'Whether each external target of links is requested once, up to 2,000 (for more than 5,000 pages in proportion) and ten for each page of the limit',
      ),
      resources: flagMember(
        'Whether images, scripts and stylesheets are requested, up to 5,000 (for more pages in proportion) and ten for each page of the limit',
      ),
      rate: z._default(
        z.number(rateProblem).check(
          z.minimum(DEFAULT_RATE, rateProblem),
          z.maximum(MAX_RATE, rateProblem),
          z.meta({
            description:
              'Requests per second to the domain, with and without www. A value above 1 requires a proof of control by file ' +
              '(/api/v1/seo/site/verification). The crawl starts slowly, and slows down when the response time rises or ' +
              'the server answers 429 or 5xx or does not respond; a longer Crawl-delay of robots.txt applies',
          }),
        ),
        DEFAULT_RATE,
      ),
      extract: extractMember(),
      ...credentialsMembers(),
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

/** Returns the page limit of a requested crawl: the given one, else the usual one for what it requests. */
export function requestedPages(
  { pages, urls }: { pages?: number | undefined; urls: readonly string[] },
  maxPages: number,
): number {
  return pages ?? defaultPageLimit({ urls }, DEFAULT_PAGES, maxPages);
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
  const pattern = z.string(rule('text')).check(
    z.regex(/^[/*]/, problem),
    z.maxLength(MAX_PATTERN, problem),
    z.refine((text) => starsOf(text) <= MAX_STARS, rule('pattern_stars', { max: MAX_STARS })),
  );
  const description =
    `Up to ${MAX_PATTERNS} path patterns in the syntax of robots.txt (* for any text, $ for the end), with up to ` +
    `${MAX_STARS} stars each (consecutive ones count once). ${meaning}. Of ` +
    'several matching patterns of include and exclude, the longest applies. Default: none';
  return z._default(
    z
      .array(pattern, rule('pattern_list'))
      .check(z.maxLength(MAX_PATTERNS, rule('max_patterns')), z.meta({ description, examples: [[example]] })),
    [],
  );
}

/** Consecutive stars are one. */
const starsOf = (pattern: string) => pattern.match(/\*+/g)?.length ?? 0;

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
        'Page limit of the crawl. A value above the limit that the audit reached starts a new crawl. Default: that of the ' +
        `audit, at least ${Math.min(DEFAULT_PAGES, max)}. ${PROOF_OF_PAGES}`,
      form: { type: 'integer', minimum: 1, maximum: max },
      examples: [Math.min(DEFAULT_PAGES, max)],
    }),
  );
}
