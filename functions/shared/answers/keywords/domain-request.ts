import { domainParameter } from '../../domain/domain-parameter.ts';
import { keywordsParameters } from './request.ts';

/**
 * Parameters of `/api/v1/seo/keywords`, of which the domain is checked.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function domainKeywordsParameters(reachable: (host: string) => boolean) {
  const description = 'Keywords of the home page of this domain alone; a host name or URL';
  return keywordsParameters(domainParameter(reachable, description));
}
