import { agentName, directives } from '../robots/rules.ts';
import { MAX_STATEMENTS } from './drafts.ts';

/** A line of robots.txt with a declaration, and its group. */
export interface PolicyLine {
  /** Name of the line in lower case. */
  name: string;
  value: string;
  /** User agents of its group in lower case; `[]`: it is before the first group. */
  agents: string[];
}

/** Lines that end the list of agents of a group: the rules of RFC 9309, and those that drafts add to them. */
const MEMBERS = new Set(['allow', 'disallow', 'content-signal', 'content-usage']);

/**
 * Returns the lines of these names, each with the agents of its group (RFC 9309, 2.2.1).
 *
 * @param names in lower case
 */
export function policyLines(content: string, names: ReadonlySet<string>): PolicyLine[] {
  const lines: PolicyLine[] = [];
  let agents: string[] = [];
  let mayNameMore = false;
  for (const { name, value } of directives(content)) {
    if (name === 'user-agent') {
      if (!mayNameMore) agents = [];
      mayNameMore = true;
      if (value !== '' && agents.length < MAX_STATEMENTS) agents.push(agentName(value).slice(0, 100));
    } else if (MEMBERS.has(name)) mayNameMore = false;
    if (names.has(name)) lines.push({ name, value, agents });
  }
  return lines;
}
