import { domainParameter } from '../../platform/names/address-parameters.ts';
import { historyParameters } from './request.ts';

/**
 * Parameters of `/api/v1/seo/history`, of which the domain is checked.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function checkedParameters(reachable: (host: string) => boolean) {
  return historyParameters(domainParameter(reachable));
}
