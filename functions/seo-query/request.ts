import * as z from 'zod/mini';
import { domainParameter } from '../shared/domain/domain-parameter.ts';
import { refreshParameter } from '../shared/http/common-parameters.ts';

/**
 * Parameters of `/api/v1/seo/query`.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function queryParameters(reachable: (host: string) => boolean) {
  return z.object({
    domain: domainParameter(reachable),
    refresh: refreshParameter('1 fetches everything anew and overwrites the cached entry'),
  });
}
