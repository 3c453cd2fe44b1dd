import * as z from 'zod/mini';
import { ServiceError } from '../core/platform/http/errors.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { isWholeNumber } from '../core/platform/http/parameters.ts';
import { rule } from '../core/platform/http/rules.ts';
import type { ReportLink as StoredLink, ReportLinks as StoredLinks } from '../core/site-reports/report-links.ts';
import type { NewReportLink, ReportLink, ReportLinks } from './contract.ts';
import { domainOf, type DomainServices } from './domain-routes.ts';
import { callerOf, type Route } from './router.ts';

export interface ReportRouteServices extends Pick<DomainServices, 'isReachable'> {
  reportLinks: Pick<StoredLinks, 'create' | 'list' | 'revoke'>;
}

const DAYS = { min: 1, max: 365 };

const wantedLink = z.strictObject(
  { days: z.custom<number>(isWholeNumber(DAYS.min, DAYS.max), rule('whole_number_from', DAYS)) },
  rule('json_object'),
);

/** Routes for the links with which anybody can read the report of a domain. */
export const reportRoutes: Route<ReportRouteServices>[] = [
  {
    method: 'GET',
    pattern: 'domains/{domain}/reports',
    handle: async (call, services) => {
      const links = await services.reportLinks.list(domainOf(call, services));
      return { data: { links: links.map(linkOf) } satisfies ReportLinks };
    },
  },
  {
    method: 'POST',
    pattern: 'domains/{domain}/reports',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { days } = readJsonBody(call.event, wantedLink);
      const { token, ...link } = await services.reportLinks.create(domain, {
        days,
        createdBy: callerOf(call.event).name,
      });
      return { status: 201, data: { ...linkOf(link), token } satisfies NewReportLink };
    },
  },
  {
    method: 'DELETE',
    pattern: 'domains/{domain}/reports/{id}',
    handle: async (call, services) => {
      const isRevoked = await services.reportLinks.revoke(domainOf(call, services), call.params.id!);
      if (!isRevoked) throw new ServiceError('report_not_found');
      return { data: {} };
    },
  },
];

function linkOf({ id, createdBy, createdAt, expiresAt }: StoredLink): ReportLink {
  return { id, created_by: createdBy, created_at: createdAt, expires_at: expiresAt };
}
