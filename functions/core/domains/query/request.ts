import * as z from 'zod/mini';
import { domainParameter } from '../../platform/names/address-parameters.ts';
import { refreshParameter } from '../../platform/http/parameters.ts';
import { fieldsParameter } from '../../platform/http/fields-parameter.ts';
import { domainMembers } from '../../record/members.computed.ts';

/**
 * Parameters of `/api/v1/seo/query`.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function queryParameters(reachable: (host: string) => boolean) {
  return z.object({
    domain: domainParameter(reachable),
    refresh: refreshParameter('1: request all sources again and replace the stored record'),
    fields: fieldsParameter(
      domainMembers,
      'domain, cache_status, updated_at, complete, pending, poll_after_seconds and the sources of these members',
      'seo_score,page.title,popularity',
    ),
  });
}
