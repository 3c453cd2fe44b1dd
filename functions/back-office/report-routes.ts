import { ServiceError } from '../core/platform/http/errors.ts';
import type { ReportLink as StoredLink, ReportLinks as StoredLinks } from '../core/site-reports/report-links.ts';
import type { HostServices } from './contract/entry.ts';
import { reportContract, type ReportLink } from './contract/reports.ts';
import { callerOf, routesOf } from './router.ts';

export interface ReportRouteServices extends HostServices {
  reportLinks: Pick<StoredLinks, 'create' | 'list' | 'revoke'>;
}

/** Routes for the links with which anybody can read the report of a domain. */
export const reportRoutes = routesOf<typeof reportContract, ReportRouteServices>(reportContract, {
  reportLinks: async ({ params }, { reportLinks }) => {
    const links = await reportLinks.list(params.domain);
    return { data: { links: links.map(linkOf) } };
  },
  createReportLink: async ({ event, params, body: { days } }, { reportLinks }) => {
    const createdBy = callerOf(event).name;
    const { token, ...link } = await reportLinks.create(params.domain, { days, createdBy });
    return { status: 201, data: { ...linkOf(link), token } };
  },
  revokeReportLink: async ({ params }, { reportLinks }) => {
    const isRevoked = await reportLinks.revoke(params.domain, params.id);
    if (!isRevoked) throw new ServiceError('report_not_found');
    return { data: {} };
  },
});

function linkOf({ id, createdBy, createdAt, expiresAt }: StoredLink): ReportLink {
  return { id, created_by: createdBy, created_at: createdAt, expires_at: expiresAt };
}
