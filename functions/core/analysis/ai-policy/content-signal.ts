import { RULES } from './drafts.ts';
import type { PolicyLine } from './robots-lines.ts';
import {
  type Declaration,
  declarationOf,
  type Headers,
  headerValue,
  type PolicySource,
  type Preference,
  type Preferences,
  type UsageStatement,
  written,
} from './statement.ts';

/** Name of the line of robots.txt and of the header. */
export const CONTENT_SIGNAL = 'content-signal';

/** Signals by the use that they are about. `use`, which Cloudflare adds in its own files, is not one of them. */
const SIGNALS: ReadonlyMap<string, keyof Preferences> = new Map([
  ['ai-train', 'training'],
  ['search', 'search'],
  ['ai-input', 'user'],
]);
const VALUES: ReadonlyMap<string, Preference> = new Map([
  ['yes', 'allowed'],
  ['no', 'disallowed'],
]);

/**
 * Reads Content-Signal, a list of signals with `yes` or `no`, separated by commas. A signal without one of these values
 * neither grants nor restricts anything; if a signal is repeated, the last one is valid.
 *
 * @param lines lines of robots.txt
 * @param unread sources that could not be read
 * @see https://contentsignals.org/
 */
export function readContentSignal(
  lines: readonly PolicyLine[],
  headers: Headers,
  unread: PolicySource[],
): Declaration | null {
  const header = headerValue(headers, CONTENT_SIGNAL);
  const found = lines
    .filter(({ name }) => name === CONTENT_SIGNAL)
    .map(({ value, agents }) => statementOf('robots.txt', agents, value));
  if (header !== null) found.push(statementOf('header', null, header));
  return declarationOf(RULES.content_signal, found, unread);
}

function statementOf(source: PolicySource, agents: string[] | null, value: string): UsageStatement {
  const preferences: Preferences = { training: null, search: null, user: null };
  for (const part of value.toLowerCase().split(',')) {
    const [name = '', signal = ''] = part.split('=').map((each) => each.trim());
    const use = SIGNALS.get(name);
    if (use) preferences[use] = VALUES.get(signal) ?? null;
  }
  return { source, user_agents: agents, path: null, text: written(value), ...preferences };
}
