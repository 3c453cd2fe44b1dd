import * as z from 'zod/mini';
import { isError } from '../../platform/http/errors.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';

export type DomainSchema = z.ZodMiniType<string, string>;

const unchecked = z.pipe(z.pipe(z.string(), z.transform(uncheckedName)), z.string());

/**
 * Finds what is stored of a domain. A domain is validated before its crawl begins: if a crawl of it has ended, it needs
 * no validation, and the module that validates it is not loaded.
 *
 * @param find reads the parameters, with the given schema for domains, and what they request
 * @param isStored whether a crawl of the domain has ended
 * @param isReachable hosts that are accepted although their names are reserved
 */
export async function findStored<Found>(
  find: (domain: DomainSchema) => Promise<Found>,
  isStored: (found: Found) => boolean,
  isReachable: (host: string) => boolean,
): Promise<Found> {
  try {
    const stored = await find(unchecked);
    if (isStored(stored)) return stored;
  } catch (error) {
    // Only the validation of all parameters reports which are invalid.
    if (!isError(error, 'invalid_parameter', 'not_crawled')) throw error;
  }
  const { domainParameter } = await import('../../platform/names/address-parameters.ts');
  return find(domainParameter(isReachable));
}
