import { domainName, NotADomain } from '../domain/domain-name.ts';
import type { BatchLine } from './batch.ts';

/** Longest input of a line, in UTF-16 code units: longer than an address that a browser would send. */
export const LONGEST_INPUT = 2_048;

/**
 * One line of a request as it begins: `pending` with its domain, or `invalid`. What pasted lists leave around a name is
 * passed over: white space, a byte order mark, quotes, and a comma or semicolon at the end.
 *
 * @param given text in any form of a domain; anything else is invalid, and its JSON text is the input of the line
 * @param isReachable hosts that are accepted although their names are reserved
 */
export function lineOf(given: unknown, isReachable: (host: string) => boolean): BatchLine {
  const input = inputOf(given);
  try {
    const domain = domainName(nameIn(given), isReachable);
    return { input, domain, status: 'pending', error: null };
  } catch (error) {
    if (!(error instanceof NotADomain)) throw error;
    const why = { code: 'invalid_domain', message: error.message, retryable: false };
    return { input, domain: null, status: 'invalid', error: why };
  }
}

/** Well-formed, as it is when it was stored and read. */
function inputOf(given: unknown): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return text.slice(0, LONGEST_INPUT).toWellFormed();
}

const WRAPPING = /^["'“”„]+|["'“”,;]+$/g;

function nameIn(given: unknown): string {
  if (typeof given !== 'string') throw new NotADomain('is no text');
  if (given.length > LONGEST_INPUT) throw new NotADomain(`is longer than ${LONGEST_INPUT} characters`);
  const name = given.trim().replace(WRAPPING, '').trim();
  // An address may have these within it, and they are left out of it: two lines would become one name.
  if (/[\t\r\n]/.test(name)) throw new NotADomain('has several lines');
  return name;
}
