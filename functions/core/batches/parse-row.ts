import { domainName, NotADomain } from '../platform/names/domain-name.ts';
import type { BatchRow } from './batch.ts';
import { rowInput, nameIn } from './row-input.ts';

/**
 * Returns the initial state of one row of a request: `pending` with its domain, or `invalid`.
 *
 * @param given a domain in any form; any other value is invalid, and its JSON text becomes the input of the row
 * @param isReachable returns whether a host is accepted although its name is reserved
 */
export function parseRow(given: unknown, isReachable: (host: string) => boolean): BatchRow {
  const input = rowInput(given);
  const found = nameIn(given);
  try {
    if ('problem' in found) throw new NotADomain(found.problem.rule, found.problem.values);
    return { input, domain: domainName(found.name, isReachable), status: 'pending', error: null };
  } catch (error) {
    if (!(error instanceof NotADomain)) throw error;
    const why = { code: 'invalid_parameter', message: error.message, retryable: false };
    return { input, domain: null, status: 'invalid', error: why };
  }
}
