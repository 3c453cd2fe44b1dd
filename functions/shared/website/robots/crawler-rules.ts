import { agentName, readGroups } from './read-groups.ts';
import { RuleList } from './rule-list.ts';

/** What the groups of a robots.txt that name a crawler let it fetch, by RFC 9309. Groups for `*` are not looked at. */
export class CrawlerRules {
  readonly #rules: RuleList;

  /** @param token product token of the crawler, any case */
  constructor(content: string, token: string) {
    const groups = readGroups(content, { endsAgents: isRule, pattern: comparablePattern }).filter(({ agents }) =>
      agents.some((agent) => agent.split(/\s/, 1)[0] === agentName(token)),
    );
    this.#rules = new RuleList(groups.flatMap(({ rules }) => rules));
  }

  /** Work done so far, in characters and places looked at. */
  get steps(): number {
    return this.#rules.steps;
  }

  /** May the crawler fetch this address of the file's origin? Each address is judged once. */
  allows({ pathname, search }: URL): boolean {
    return this.#rules.decide(comparablePath(pathname + search))?.allow ?? true;
  }
}

/** Other lines, such as Sitemap, do not end the list of agents (2.2.4). */
function isRule(name: string): boolean {
  return name === 'allow' || name === 'disallow';
}

/** `*` and `$` of an address are characters like others: patterns write them `%2A` and `%24` (2.2.3). */
function comparablePath(path: string): string {
  return comparable(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

function comparablePattern(written: string): string {
  return comparable(written).replace(/\$(?!$)/g, '%24');
}

/** Octets that need not be encoded are compared decoded, and those that no address has as they stand encoded (2.2.2). */
function comparable(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g, (part, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(part.toWellFormed());
    const character = String.fromCharCode(parseInt(hex, 16));
    return /[\w\-.~]/.test(character) ? character : part.toUpperCase();
  });
}
