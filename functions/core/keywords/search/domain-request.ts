import { domainParameter } from '../../platform/names/address-parameters.ts';
import { keywordsParameters } from './request.ts';

/**
 * Parameters of `/api/v1/seo/keywords`, of which the domain is checked.
 *
 * @param reachable hosts that are accepted although their names are reserved
 */
export function domainKeywordsParameters(reachable: (host: string) => boolean) {
  const description =
    'A host name or URL: alone, the phrases of its home page; with q, those of them with all words of q join the others';
  return keywordsParameters(domainParameter(reachable, description));
}
