import { domainName, NotADomain } from '../platform/names/domain-name.ts';
import type { BatchLine } from './batch.ts';
import { inputOf, nameIn } from './input-of-line.ts';

/**
 * One line of a request as it begins: `pending` with its domain, or `invalid`.
 *
 * @param given text in any form of a domain; anything else is invalid, and its JSON text is the input of the line
 * @param isReachable hosts that are accepted although their names are reserved
 */
export function lineOf(given: unknown, isReachable: (host: string) => boolean): BatchLine {
  const input = inputOf(given);
  const found = nameIn(given);
  try {
    if ('problem' in found) throw new NotADomain(found.problem);
    return { input, domain: domainName(found.name, isReachable), status: 'pending', error: null };
  } catch (error) {
    if (!(error instanceof NotADomain)) throw error;
    const why = { code: 'invalid_parameter', message: error.message, retryable: false };
    return { input, domain: null, status: 'invalid', error: why };
  }
}
