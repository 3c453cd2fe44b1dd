import { agentName, directives, type Group, readGroups, type Rule } from './read-groups.ts';
import { RuleList } from './rule-list.ts';

/**
 * A robots.txt as Lighthouse reads it, by robots-parser 3.0.1, but with work that is bounded: what that keeps for each
 * agent is kept once for all of them here.
 */
export class LighthouseRules {
  readonly sitemaps: string[] = [];
  readonly #groups: Group[];
  /** By the groups that they are put together from: agents that share groups share their list. */
  readonly #lists = new Map<string, RuleList>();

  constructor(content: string) {
    for (const { name, value } of directives(content)) if (name === 'sitemap' && value) this.sitemaps.push(value);
    const groups = readGroups(content, { endsAgents: () => true, pattern: encodedPattern });
    this.#groups = groups.filter(({ isBare }) => !isBare);
  }

  /** Work done so far, in characters and places looked at. */
  get steps(): number {
    return [...this.#lists.values()].reduce((sum, { steps }) => sum + steps, 0);
  }

  /** @param agent product token; `*` for any that is not named */
  isAllowed(url: string, agent: string): boolean {
    return this.ruleFor(url, agent)?.allow ?? true;
  }

  /** @returns the rule that decides about an absolute address of the file's origin; null where none does */
  ruleFor(url: string, agent: string): Rule | null {
    const { pathname, search } = new URL(url);
    return this.#listOf(agent).decide(upperCaseEscapes(pathname + search));
  }

  /** @returns seconds; null where none is given */
  crawlDelay(agent: string): number | null {
    const delays = this.#groupsOf(agent).map((index) => this.#groups[index]!.crawlDelay);
    return delays.findLast((delay) => delay !== null) ?? null;
  }

  #listOf(agent: string): RuleList {
    const groups = this.#groupsOf(agent);
    const key = groups.join();
    const list = this.#lists.get(key) ?? new RuleList(groups.flatMap((index) => this.#groups[index]!.rules));
    this.#lists.set(key, list);
    return list;
  }

  /** @returns which groups name an agent, else which are for all others */
  #groupsOf(agent: string): number[] {
    const naming = (name: string) =>
      this.#groups.flatMap(({ agents }, index) => (agents.includes(name) ? [index] : []));
    const own = naming(agentName(agent));
    return own.length > 0 ? own : naming('*');
  }
}

function encodedPattern(written: string): string {
  try {
    return upperCaseEscapes(encodeURI(written).replaceAll('%25', '%'));
  } catch {
    return written;
  }
}

function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (escape) => escape.toUpperCase());
}
