import * as z from 'zod';
import { domainParameter } from '../shared/domain/domain-parameter.ts';

/**
 * Parameters of `/api/v1/seo/query`.
 *
 * @param reachable hosts that are reached although their names are reserved
 */
export function queryParameters(reachable: (host: string) => boolean) {
  return z.object({
    domain: domainParameter(reachable),
    refresh: z
      .enum(['1', '0', ''], { error: 'must be 1 (or 0, or empty)' })
      .optional()
      .transform((value) => value === '1')
      .describe('1 fetches everything anew and overwrites the cached entry'),
  });
}
