import { agentName, type Group, readGroups, type Rule } from './read-groups.ts';
import { RuleList } from './rule-list.ts';

/**
 * A robots.txt as Lighthouse reads it, by robots-parser 3.0.1, but with bounded work: the rules of a group are stored
 * once, not for each of its agents.
 */
export class LighthouseRules {
  readonly #groups: Group[];
  /** By the groups that a list is built from: agents with the same groups share a list. */
  readonly #lists = new Map<string, RuleList>();

  constructor(content: string) {
    const groups = readGroups(content, { endsAgents: () => true, pattern: encodedPattern });
    this.#groups = groups.filter(({ isBare }) => !isBare);
  }

  /** Work so far, in characters and positions visited. */
  get steps(): number {
    return [...this.#lists.values()].reduce((sum, { steps }) => sum + steps, 0);
  }

  /** @param agent product token; `*` for any that is not named */
  isAllowed(url: string, agent: string): boolean {
    return this.ruleFor(url, agent)?.allow ?? true;
  }

  /** @returns the rule that applies to an absolute URL of the file's origin; null where none does */
  ruleFor(url: string, agent: string): Rule | null {
    const { pathname, search } = new URL(url);
    return this.#listOf(agent).decide(upperCaseEscapes(pathname + search));
  }

  /** @returns seconds; null without a Crawl-delay */
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
