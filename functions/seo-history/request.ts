import * as z from 'zod/mini';
import { domainParameter } from '../shared/domain/domain-parameter.ts';
import { rangeParameter } from '../shared/domain-record/history/range-parameter.ts';
import { formatParameter, wholeNumberParameter } from '../shared/http/common-parameters.ts';

const MAX_LIMIT = 1_000;

/**
 * Parameters of `/api/v1/seo/history`.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function historyParameters(reachable: (host: string) => boolean) {
  return z.object({
    domain: domainParameter(reachable),
    range: rangeParameter,
    limit: wholeNumberParameter({ name: 'Most snapshots in the answer', min: 1, max: MAX_LIMIT, default: 100 }),
    format: formatParameter(),
  });
}
