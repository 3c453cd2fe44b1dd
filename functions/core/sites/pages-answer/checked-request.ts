import { domainParameter } from '../../platform/names/address-parameters.ts';
import { sitePagesParameters } from '../audits/query-audit.ts';

/**
 * Parameters of `/api/v1/seo/site/pages`, of which the domain is checked.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function checkedParameters(reachable: (host: string) => boolean) {
  return sitePagesParameters(domainParameter(reachable));
}
