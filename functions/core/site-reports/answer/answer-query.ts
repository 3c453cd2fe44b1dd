import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import { createFetchCallers } from '../../accounts/fetch-caller.ts';
import { apiCallerOf } from '../../platform/http/caller.ts';
import { type Format, readParameters } from '../../platform/http/parameters.ts';
import {
  auditParameters,
  cancelAudit,
  cancelParameters,
  crawlBody,
  crawlParameters,
  queryAudit,
  requestedPages,
  startCrawl,
} from '../query-audit.ts';
import { createUnconfirmedDeliveries } from '../../deliveries/unconfirmed.ts';
import { readJsonBody } from '../../platform/http/json-body.ts';
import { beginCrawl, coverageOf, type CrawlRequest } from '../../crawls/begin-crawl.ts';
import { DEFAULT_RATE } from '../../crawls/limits.ts';
import { requireProof } from '../../crawls/require-proof.ts';
import { createBeginCrawlServices } from '../../crawls/services.ts';
import { sealCredentials as sealCredentialsOf, shownCredentials } from '../../crawls/credentials/credentials.ts';
import { admittedCredentials } from '../credentials-member.ts';
import { verifyExtract } from '../extract-member.ts';
import { admittedLists } from '../listed-scope.ts';
import type { SiteView } from '../site-view.ts';
import type { SiteSettings } from '../settings.ts';

interface Parts {
  db: DynamoDB;
  settings: SiteSettings;
}

/** What an answer is made from. */
export interface FoundSite {
  view: SiteView;
  /** Absent: the format that `Accept` prefers. */
  format: Format | undefined;
}

/** Created once per instance, when first needed. */
let dependencies: ReturnType<typeof createDependencies> | undefined;

function createDependencies({ db, settings }: Parts) {
  const services = createBeginCrawlServices(db, settings);
  const { isReachable } = services;
  return {
    services,
    maxPages: settings.MAX_CRAWL_PAGES,
    callers: createFetchCallers({ db, settings, isReachable }),
    unconfirmed: createUnconfirmedDeliveries(db, settings.WATCHES_TABLE, services.now),
    domain: domainParameter(isReachable),
  };
}

/** Answers any query: validates its parameters, and starts a crawl if one is requested or needed. */
export async function answerQuery(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundSite> {
  const { services, domain, maxPages } = (dependencies ??= createDependencies(parts));
  const { format, ...query } = readParameters(event, auditParameters(domain, maxPages));
  const { crawls } = services;
  return { view: await queryAudit(query, { crawls, maxPages, ...callerOf(event, dependencies) }), format };
}

/** Starts a crawl with the scope and options in the body. */
export async function answerStarted(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundSite> {
  const { services, domain, maxPages, unconfirmed } = (dependencies ??= createDependencies(parts));
  const { isReachable, crawls } = services;
  const { format } = readParameters(event, crawlParameters);
  const {
    domain: name,
    deliver,
    headers,
    basic_auth,
    ...requested
  } = readJsonBody(event, crawlBody(domain, maxPages, isReachable));
  const credentials = admittedCredentials({ headers, basic_auth });
  const shown = credentials && shownCredentials(credentials);
  const lists = admittedLists(name, { ...requested, pages: requested.pages ?? maxPages });
  const covered = { ...requested, ...lists, ...shown };
  await verifyExtract(covered.extract);
  const caller = callerOf(event, dependencies);
  if (covered.rate > DEFAULT_RATE)
    await requireProof(name, await caller.ownerOf(), { parameter: 'rate', max: DEFAULT_RATE }, services);
  const pages = requestedPages(covered, maxPages);
  const sealCredentials =
    credentials && ((owner: string) => sealCredentialsOf(credentials, { owner, domain: name }, parts.settings));
  const request = {
    ...{ domain: name, pages, ...coverageOf(covered), deliver: deliver?.url },
    ...(sealCredentials && { sealCredentials }),
  };
  if (deliver) await unconfirmed.requireRoom(await caller.ownerOf(), deliver.url);
  return { view: await startCrawl(request, { crawls, ...caller }), format };
}

type Dependencies = ReturnType<typeof createDependencies>;

/** Returns the caller's owner, and how crawls start on its behalf; those of the workspace count against no allowance. */
function callerOf(event: APIGatewayProxyEvent, { services, callers }: Dependencies) {
  const { owner, allowance, whileFetching } = callers(apiCallerOf(event));
  return {
    ownerOf: owner,
    async begin(request: CrawlRequest) {
      const starter = { owner: await owner(), allowance };
      return whileFetching(() => beginCrawl(request, starter, services));
    },
  };
}

/** Stops the caller's crawl of a domain. */
export async function answerCancelled(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundSite> {
  const { services, callers, domain } = (dependencies ??= createDependencies(parts));
  const { format, ...request } = readParameters(event, cancelParameters(domain));
  const owner = await callers(apiCallerOf(event)).owner();
  return { view: await cancelAudit({ domain: request.domain, owner }, services), format };
}
