import { parseDictionary, Token } from 'structured-headers';
import { RULES } from './drafts.ts';
import type { PolicyLine } from './robots-lines.ts';
import {
  type Declaration,
  declarationOf,
  type Headers,
  headerValue,
  type PolicySource,
  type Preference,
  type UsageStatement,
  written,
} from './statement.ts';

/** Name of the line of robots.txt and of the header. */
export const CONTENT_USAGE = 'content-usage';

/**
 * Reads Content-Usage: rules of robots.txt, with a path or for all of them, and the header of the response
 * (draft-ietf-aipref-attach-05, sections 2 and 3).
 *
 * @param lines lines of robots.txt
 * @param unread sources that could not be read
 */
export function readContentUsage(
  lines: readonly PolicyLine[],
  headers: Headers,
  unread: PolicySource[],
): Declaration | null {
  const header = headerValue(headers, CONTENT_USAGE);
  const found = lines.filter(({ name }) => name === CONTENT_USAGE).map(ruleOf);
  if (header !== null) found.push(statementOf('header', null, null, header));
  return declarationOf(RULES.content_usage, found, unread);
}

/** A path begins with a slash and ends at the first white space (draft-ietf-aipref-attach-05, 3.2). */
function ruleOf({ value, agents }: PolicyLine): UsageStatement {
  if (!value.startsWith('/')) return statementOf('robots.txt', agents, null, value);
  const end = value.search(/[ \t]/);
  const path = end === -1 ? value : value.slice(0, end);
  const preferences = value.slice(path.length).trim();
  return { ...statementOf('robots.txt', agents, written(path), preferences), text: written(value) };
}

function statementOf(
  source: PolicySource,
  agents: string[] | null,
  path: string | null,
  value: string,
): UsageStatement {
  return { source, user_agents: agents, path, text: written(value), ...preferencesOf(value) };
}

/**
 * Reads a statement of preference: a dictionary of structured fields (RFC 9651), whose values are the tokens `y` and `n`.
 * Of a repeated key the last value is valid; parameters and other keys are ignored; any other value, and everything if
 * the dictionary cannot be parsed, is unknown (draft-ietf-aipref-vocab-07, 6.5). The vocabulary has no category for
 * content that models receive as input.
 */
export function preferencesOf(value: string): { training: Preference; search: Preference; user: null } {
  const dictionary = parse(value);
  const of = (label: string): Preference => {
    const [item] = dictionary?.get(label) ?? [];
    if (!(item instanceof Token)) return null;
    return item.toString() === 'y' ? 'allowed' : item.toString() === 'n' ? 'disallowed' : null;
  };
  return { training: of('train-ai'), search: of('search'), user: null };
}

function parse(text: string) {
  try {
    return parseDictionary(text);
  } catch {
    return null;
  }
}
