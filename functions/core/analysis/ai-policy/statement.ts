import { truncate } from '../../platform/text/text.ts';
import type { PolicyMembers } from '../../record/record.ts';
import { MAX_STATEMENTS, MAX_TEXT } from './drafts.ts';

export type Declaration = NonNullable<PolicyMembers['content_signal']>;
/** A statement about the use of content. */
export type UsageStatement = Declaration['statements'][number];
export type PolicySource = UsageStatement['source'];
export type Preference = UsageStatement['training'];
/** Response headers, names in lower case. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Preferences of a statement by use. */
export type Preferences = Pick<UsageStatement, 'training' | 'search' | 'user'>;

/**
 * Returns a member, `null` if all sources were read and none has a statement.
 *
 * @param unread sources that could not be read
 */
export function declarationOf<Statement>(
  rules: string,
  found: readonly Statement[],
  unread: PolicySource[],
): { rules: string; statements: Statement[]; statements_total: number; unread: PolicySource[] } | null {
  if (found.length === 0 && unread.length === 0) return null;
  return { rules, statements: found.slice(0, MAX_STATEMENTS), statements_total: found.length, unread };
}

/** Returns a statement as written, within its maximum length. */
export const written = (text: string): string => truncate(text.trim(), MAX_TEXT);

/** Returns the values of a header that may be sent several times, joined as one list (RFC 9110, 5.3); `null`: not sent. */
export function headerValue(headers: Headers, name: string): string | null {
  const values = headers.filter(([each]) => each === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : null;
}
