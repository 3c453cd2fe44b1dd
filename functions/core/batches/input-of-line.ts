import { uncheckedName, withoutUserInformation } from '../platform/names/ascii-host.ts';
import { withoutEnd, withoutStart } from '../platform/text/trim.ts';

/** Longest input of a line, in UTF-16 code units: longer than an address that a browser would send. */
export const LONGEST_INPUT = 2_048;

/** @returns the input of a line: well-formed, as it is when it was stored and read, without user names and passwords */
export function inputOf(given: unknown): string {
  const text = typeof given === 'string' ? withoutUserInformation(given) : JSON.stringify(given);
  return text.slice(0, LONGEST_INPUT).toWellFormed();
}

const BEFORE = `"'“”„`;
const AFTER = `"'“”,;`;

/**
 * What pasted lists leave around a name is passed over: white space, a byte order mark, quotes, and a comma or semicolon
 * at the end.
 */
export function nameIn(given: unknown): { name: string } | { problem: string } {
  if (typeof given !== 'string') return { problem: 'is no text' };
  if (given.length > LONGEST_INPUT) return { problem: `is longer than ${LONGEST_INPUT} characters` };
  const name = withoutStart(withoutEnd(given.trim(), AFTER), BEFORE).trim();
  // An address may have these within it, and they are left out of it: two lines would become one name.
  return /[\t\r\n]/.test(name) ? { problem: 'has several lines' } : { name };
}

/** The name that a record of a line's domain is stored under, if it is one; it is not checked. */
export function likelyDomain(given: unknown): string | null {
  const found = nameIn(given);
  return 'name' in found ? uncheckedName(found.name) : null;
}
