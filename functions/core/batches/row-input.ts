import type { Problem } from '../platform/http/rules.ts';
import { uncheckedName, withoutUserInformation } from '../platform/names/ascii-host.ts';
import { withoutEnd, withoutStart } from '../platform/text/trim.ts';

/** Maximum length of a row's input, in UTF-16 code units: longer than any address that a browser would send. */
export const MAX_INPUT_LENGTH = 2_048;

/** @returns the input of a row as it is stored: well-formed, without user names and passwords */
export function rowInput(given: unknown): string {
  const text = typeof given === 'string' ? withoutUserInformation(given) : JSON.stringify(given);
  return text.slice(0, MAX_INPUT_LENGTH).toWellFormed();
}

const BEFORE = `"'“”„`;
const AFTER = `"'“”,;`;

/**
 * Returns the name in an input, without what pasted lists leave around it: white space, a byte order mark, quotes, and
 * a comma or semicolon at the end.
 */
export function nameIn(given: unknown): { name: string } | { problem: Problem } {
  if (typeof given !== 'string') return { problem: { rule: 'not_text' } };
  if (given.length > MAX_INPUT_LENGTH) {
    return { problem: { rule: 'too_many_characters', values: { max: MAX_INPUT_LENGTH } } };
  }
  const name = withoutStart(withoutEnd(given.trim(), AFTER), BEFORE).trim();
  // The URL parser removes these characters, so that two lines would become one name.
  return /[\t\r\n]/.test(name) ? { problem: { rule: 'several_lines' } } : { name };
}

/** Returns the name under which the record of a row's domain would be stored, without validating it. */
export function likelyDomain(given: unknown): string | null {
  const found = nameIn(given);
  return 'name' in found ? uncheckedName(found.name) : null;
}
