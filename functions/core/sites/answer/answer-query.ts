import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import { keyCaller } from '../../accounts/batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from '../../accounts/fetch-allowance.ts';
import { isOfBackOffice, keyIdOf } from '../../platform/http/key-id.ts';
import { type Format, readParameters } from '../../platform/http/parameters.ts';
import { auditParameters, cancelAudit, cancelParameters, queryAudit } from '../audits/query-audit.ts';
import { beginCrawl } from '../crawl/begin-crawl.ts';
import { createBeginCrawlServices } from '../crawl/services.ts';
import type { SomeCrawls } from '../audits/audit-data.ts';
import type { SiteSettings } from '../../platform/settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: SiteSettings;
}

/** The crawls of the domain that is asked for. */
export interface FoundCrawls {
  crawls: SomeCrawls;
  /** Absent: the form that `Accept` prefers. */
  format: Format | undefined;
}

/** Created once per instance, when first needed. */
let made: ReturnType<typeof make> | undefined;

function make({ db, settings }: Parts) {
  const services = createBeginCrawlServices(db, settings);
  const { isReachable } = services;
  return {
    services,
    mostPages: settings.MAX_CRAWL_PAGES,
    allowances: createAllowanceServices({ db, settings, isReachable }),
    domain: domainParameter(isReachable),
  };
}

/** The complete query: validates, and begins a crawl if requested or needed. */
export async function answerQuery(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundCrawls> {
  const { services, allowances, domain, mostPages } = (made ??= make(parts));
  const { format, ...query } = readParameters(event, auditParameters(domain, mostPages));
  const allowance = isOfBackOffice(event) ? null : fetchAllowance(keyIdOf(event), allowances);
  const { crawls } = services;
  const begin = (wish: { domain: string; pages: number }) => beginCrawl(wish, allowance, services);
  return { crawls: await queryAudit(query, { crawls, mostPages, begin }), format };
}

/** Has the caller's crawl of a domain end. */
export async function answerCancelled(event: APIGatewayProxyEvent, parts: Parts): Promise<FoundCrawls> {
  const { services, allowances, domain } = (made ??= make(parts));
  const { format, ...asked } = readParameters(event, cancelParameters(domain));
  const owner = await keyCaller(keyIdOf(event), allowances).owner();
  return { crawls: await cancelAudit(asked.domain, owner, services), format };
}
