import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import { keyCaller, operatorCaller } from '../../accounts/batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from '../../accounts/fetch-allowance.ts';
import { isOfBackOffice, keyIdOf } from '../../platform/http/key-id.ts';
import { type Format, readParameters } from '../../platform/http/parameters.ts';
import {
  auditParameters,
  cancelAudit,
  cancelParameters,
  crawlBody,
  crawlParameters,
  queryAudit,
  startCrawl,
} from '../audits/query-audit.ts';
import { readJsonBody } from '../../platform/http/json-body.ts';
import { beginCrawl, type CrawlRequest } from '../crawl/begin-crawl.ts';
import { DEFAULT_RATE } from '../crawl/limits.ts';
import { createVerifications } from '../store/verifications.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { createBeginCrawlServices } from '../crawl/services.ts';
import type { SomeCrawls } from '../audits/audit-data.ts';
import type { SiteSettings } from '../../platform/settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: SiteSettings;
}

/** The crawls of the requested domain. */
export interface FoundCrawls {
  crawls: SomeCrawls;
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
    allowances: createAllowanceServices({ db, settings, isReachable }),
    verifications: createVerifications(db, settings.SITE_CRAWLS_TABLE, services.now),
    domain: domainParameter(isReachable),
  };
}

/** Answers any query: validates its parameters, and starts a crawl if one is requested or needed. */
export async function answerQuery(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundCrawls> {
  const { services, domain, maxPages } = (dependencies ??= createDependencies(parts));
  const { format, ...query } = readParameters(event, auditParameters(domain, maxPages));
  const begin = beginFor(event, dependencies);
  return { crawls: await queryAudit(query, { crawls: services.crawls, maxPages, begin }), format };
}

/** Starts a crawl with the settings in the body. */
export async function answerStarted(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundCrawls> {
  const { services, domain, maxPages } = (dependencies ??= createDependencies(parts));
  const { isReachable } = services;
  const { format } = readParameters(event, crawlParameters);
  const { domain: name, pages, deliver, ...settings } = readJsonBody(event, crawlBody(domain, maxPages, isReachable));
  if (settings.rate > DEFAULT_RATE) await requireVerified(name, event, dependencies);
  const begin = beginFor(event, dependencies);
  const request = { domain: name, pages, settings, deliver: deliver?.url };
  return { crawls: await startCrawl(request, { crawls: services.crawls, begin }), format };
}

/** @throws {ServiceError} not_verified unless the caller's owner has a valid proof of control of the domain */
async function requireVerified(
  domain: string,
  event: APIGatewayProxyEvent,
  { verifications, allowances }: ReturnType<typeof createDependencies>,
): Promise<void> {
  const caller = isOfBackOffice(event) ? operatorCaller : keyCaller(keyIdOf(event), allowances);
  const verification = await verifications.read(domain, await caller.owner());
  if (!verification?.isVerified) throw new ServiceError('not_verified', { params: { domain } });
}

/** Returns the function that starts crawls on behalf of the caller; those of the workspace count against no allowance. */
function beginFor(event: APIGatewayProxyEvent, { services, allowances }: ReturnType<typeof createDependencies>) {
  const allowance = isOfBackOffice(event) ? null : fetchAllowance(keyIdOf(event), allowances);
  return (request: CrawlRequest) => beginCrawl(request, allowance, services);
}

/** Stops the caller's crawl of a domain. */
export async function answerCancelled(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundCrawls> {
  const { services, allowances, domain } = (dependencies ??= createDependencies(parts));
  const { format, ...request } = readParameters(event, cancelParameters(domain));
  const owner = await keyCaller(keyIdOf(event), allowances).owner();
  return { crawls: await cancelAudit(request.domain, owner, services), format };
}
