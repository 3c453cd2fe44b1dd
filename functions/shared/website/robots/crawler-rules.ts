import { agentName, type Group, readGroups } from './read-groups.ts';
import { RuleList } from './rule-list.ts';

/** The rules of a robots.txt for a crawler that it names, by RFC 9309. Groups for `*` are ignored. */
export class CrawlerRules {
  readonly #rules: RuleList;

  /** @param token product token of the crawler, any case */
  constructor(content: string, token: string) {
    this.#rules = new RuleList(groupsOf(content, token).flatMap(({ rules }) => rules));
  }

  /** Work so far, in characters and positions visited. */
  get steps(): number {
    return this.#rules.steps;
  }

  /** Whether the crawler may fetch a URL of the file's origin; the result is cached. */
  allows({ pathname, search }: URL): boolean {
    return this.#rules.decide(comparablePath(pathname + search))?.allow ?? true;
  }
}

/** Whether a robots.txt has a group for a crawler. */
export function namesAgent(content: string, token: string): boolean {
  return groupsOf(content, token).length > 0;
}

function groupsOf(content: string, token: string): Group[] {
  return readGroups(content, { endsAgents: isRule, pattern: comparablePattern }).filter(({ agents }) =>
    agents.some((agent) => agent.split(/\s/, 1)[0] === agentName(token)),
  );
}

/** Other lines, such as Sitemap, do not end the list of agents (2.2.4). */
function isRule(name: string): boolean {
  return name === 'allow' || name === 'disallow';
}

/** `*` and `$` in a URL have no special meaning: patterns write them `%2A` and `%24` (2.2.3). */
function comparablePath(path: string): string {
  return comparable(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

function comparablePattern(written: string): string {
  return comparable(written).replace(/\$(?!$)/g, '%24');
}

/** Unreserved octets are compared decoded, and octets that are not allowed in a URL encoded (2.2.2). */
function comparable(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g, (part, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(part.toWellFormed());
    const character = String.fromCharCode(parseInt(hex, 16));
    return /[\w\-.~]/.test(character) ? character : part.toUpperCase();
  });
}
