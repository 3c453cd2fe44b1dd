import { createHash } from 'node:crypto';

/** @returns the MD5 of a UTF-8 text as 32 lower-case hex digits */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

/**
 * The signature that upstream expects: MD5 over the fields' names and values in the ASCII order of their names, without
 * separators, with the salt at the end.
 *
 * @param fields exactly the fields that the call signs; an empty value keeps its name in the text
 * @returns 32 lower-case hex digits
 */
export function sign(fields: Record<string, string>, salt: string): string {
  const names = Object.keys(fields).sort();
  return md5(names.map((name) => name + fields[name]).join('') + salt);
}
