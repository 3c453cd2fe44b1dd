import type { APIGatewayProxyEvent } from 'aws-lambda';
import { OPERATOR } from '../core/accounts/batch-caller.ts';
import type { CrawlsInProgress } from '../core/crawls/store/crawls-in-progress.ts';
import { ownedBy } from '../core/crawls/store/private-crawls.ts';
import type { CrawlReader } from '../core/crawls/store/site-crawls.ts';
import type { DomainList, DomainState } from '../core/domains/schedule/domain-list.ts';
import { logWarning } from '../core/platform/log-warning.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import { pagesOfNextCrawl } from '../core/site-reports/query-audit.ts';
import type { HostServices } from './contract/entry.ts';
import {
  type CrawlRefusal,
  type CrawlStart,
  followedCrawlContract,
  type FollowedCrawlPlan,
  type PlannedCrawl,
} from './contract/followed-crawls.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import { routesOf } from './router.ts';

export interface FollowedCrawlServices extends HostServices {
  list: Pick<DomainList, 'page' | 'states'>;
  crawls: Pick<CrawlReader, 'read' | 'readInProgress'>;
  crawlsInProgress: Pick<CrawlsInProgress, 'list'>;
  /** Highest page limit of a crawl in this deployment. */
  maxCrawlPages: number;
  /** The public endpoint, which starts crawls. */
  siteEndpoint: InvokedEndpoint;
}

/** Followed domains in a part of the plan. The crawls of each are one query. */
const SITES_PER_PART = 50;
/** Listed domains that are read for a part of the plan, followed or not. */
const LISTED_PER_PART = 500;
/** Crawls in progress, of all owners, from which on no further ones are started together. */
const MAX_CRAWLS_IN_PROGRESS = 100;
/** Number of domains that the journal names. */
const NAMED = 5;

/** Routes for crawls of all followed sites. */
export const followedCrawlRoutes = routesOf<typeof followedCrawlContract, FollowedCrawlServices>(
  followedCrawlContract,
  {
    followedCrawls: async ({ query: { after = null } }, services) => ({ data: await planCrawls(after, services) }),
    startFollowedCrawls: async ({ event, body: { sites } }, services) => {
      const outcomes = await startCrawls(event, sites, services);
      const started = outcomes.filter(({ refused }) => refused === null).map(({ domain }) => domain);
      const more = started.length > NAMED ? ` +${started.length - NAMED}` : '';
      return {
        data: { sites: outcomes },
        note: { name: started.slice(0, NAMED).join(', ') + more, changes: [{ what: 'crawls', to: started.length }] },
      };
    },
  },
);

async function planCrawls(after: string | null, services: FollowedCrawlServices): Promise<FollowedCrawlPlan> {
  const { domains, next } = await services.list.page(after, LISTED_PER_PART);
  const followed = domains.filter((one) => one.followed && !one.blocked).map(({ domain }) => domain);
  const some = followed.slice(0, SITES_PER_PART);
  const sites = await Promise.all(some.map((domain) => planCrawl(domain, services)));
  return { sites, max_in_progress: MAX_CRAWLS_IN_PROGRESS, next: followed.length > some.length ? some.at(-1)! : next };
}

async function planCrawl(domain: string, { crawls, maxCrawlPages }: FollowedCrawlServices): Promise<PlannedCrawl> {
  const { audit, inProgress } = await crawls.read(domain, { consistent: true, viewer: ownedBy(OPERATOR) });
  return {
    domain,
    pages: pagesOfNextCrawl(audit, maxCrawlPages),
    in_progress: inProgress.some(({ owner }) => owner === OPERATOR),
  };
}

type RequestedSite = Pick<PlannedCrawl, 'domain' | 'pages'>;

/** Starts a crawl of each site, one after the other, so that the limit of crawls in progress holds. */
async function startCrawls(
  event: APIGatewayProxyEvent,
  sites: RequestedSite[],
  services: FollowedCrawlServices,
): Promise<CrawlStart[]> {
  const states = await services.list.states([...new Set(sites.map(({ domain }) => domain))]);
  let inProgress = (await services.crawlsInProgress.list()).length;
  const outcomes: CrawlStart[] = [];
  for (const site of sites) {
    const refused =
      refusalOf(states.get(site.domain)!) ??
      (inProgress < MAX_CRAWLS_IN_PROGRESS ? await startCrawl(event, site, services) : TOO_MANY);
    if (refused === null) inProgress += 1;
    outcomes.push({ domain: site.domain, refused });
  }
  return outcomes;
}

const TOO_MANY: CrawlRefusal = {
  code: 'too_many_crawls',
  message: `There are already ${MAX_CRAWLS_IN_PROGRESS} crawls in progress. Wait until some of them have ended.`,
};

function refusalOf({ followed, blocked }: DomainState): CrawlRefusal | null {
  if (blocked) return { code: 'blocked', message: 'The domain is blocked.' };
  return followed ? null : { code: 'not_followed', message: 'The domain is not followed.' };
}

/** @returns `null`: a crawl was started */
async function startCrawl(
  event: APIGatewayProxyEvent,
  { domain, pages }: RequestedSite,
  { siteEndpoint }: FollowedCrawlServices,
): Promise<CrawlRefusal | null> {
  try {
    await siteEndpoint(event, { resource: '/api/v1/seo/site', query: {}, body: { domain, pages } });
    return null;
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('internal', { cause: error });
    if (known !== error) logWarning('crawl of a followed site could not be started', { domain })(error);
    return { code: known.code, message: known.message };
  }
}
