import { domainParameter } from '../../functions/shared/domain/domain-parameter.ts';
import type { SiteAnswer } from '../../functions/shared/record/site-audit.ts';
import { issuesTable } from '../../functions/shared/site-audits/issues-table.ts';
import { auditParameters, cancelParameters } from '../../functions/shared/site-audits/parameters.ts';
import { crawlPageBounds } from '../../functions/shared/settings/catalogue.ts';
import { type Endpoint, operation } from './seo.ts';

const domain = domainParameter(() => false);

const answer = {
  answer: 'SiteAuditAnswer',
  csv: (data) => issuesTable((data as SiteAnswer).issues),
} satisfies Partial<Endpoint>;

const read: Endpoint = {
  ...answer,
  operationId: 'getSiteAudit',
  summary: 'The audit of a whole site',
  description:
    'A site is crawled in the background, at a request a second or slower where the site wants that. The first call ' +
    'begins the crawl; each call tells how far it is, and, once a crawl has ended, what it came to: issues, figures, and ' +
    'what has changed since the crawl before. A call with `refresh=1`, or for more `pages` than the last crawl was to ' +
    'have, begins another one, unless one is under way; the last figures stay until it has ended. The last two crawls ' +
    'are kept. Each page that is asked for counts as a page of the allowance of the day. `/api/v1/seo/site/pages` lists ' +
    'the pages.',
  parameters: auditParameters(domain, crawlPageBounds.max),
  meaning: 'The last crawl, which has ended',
  underWay: 'A crawl is under way: how far it is, and the figures of the last one that has ended',
  isConditional: true,
  errors: ['DomainNotFound', 'PlanOrDayUsedUp', 'NothingLearnt'],
};

const cancel: Endpoint = {
  ...answer,
  operationId: 'cancelSiteAudit',
  summary: 'Stop the crawl of a site',
  description:
    'The crawl ends before its next request, and what it has read until then is its result. Only the owner of the key ' +
    'that has begun it may stop it.',
  parameters: cancelParameters(domain),
  meaning: 'The crawl has ended meanwhile',
  underWay: 'The crawl is ending',
  errors: ['NotFound'],
};

/** The path of the audit of a site. */
export function sitePaths() {
  return { '/api/v1/seo/site': { get: operation(read), delete: operation(cancel) } };
}
