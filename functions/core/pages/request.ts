import * as z from 'zod/mini';
import { pageAddressParameter } from '../platform/names/address-parameters.ts';
import { refreshParameter } from '../platform/http/parameters.ts';
import { fieldsParameter } from '../platform/http/fields-parameter.ts';
import { pageMembers } from '../record/members.computed.ts';

/**
 * Parameters of `/api/v1/seo/page`.
 *
 * @param reachable returns whether a host is accepted although its name is reserved
 */
export function pageParameters(reachable: (host: string) => boolean) {
  return z.object({
    url: pageAddressParameter(reachable),
    refresh: refreshParameter('1: fetch the page again and replace the stored result'),
    fields: fieldsParameter(
      pageMembers,
      'url, domain, cache_status, updated_at and sources',
      'seo_score,page.title,robots',
    ),
  });
}
