import { agentName, type Group, readGroups, type Rule, RuleList } from './rules.ts';

/** Groups of robots.txt that apply: only those that name the crawler, or also those for `*` if none names it. */
export type ObeyedGroups = 'named' | 'applicable';

/** Patterns that match every path are one of these, apart from their stars. */
const ALL_PATHS = ['', '/'];

/** A robots.txt, which is parsed once for all crawlers. */
export class RobotsFile {
  readonly #groups: Group[];
  /** By the positions of the groups. */
  readonly #lists = new Map<string, RuleList>();
  readonly #ofCrawlers = new Map<string, CrawlerRules>();

  constructor(content: string) {
    this.#groups = readGroups(content, { endsAgents: isRule, pattern: comparablePattern });
  }

  /** @param token product token of the crawler, any case */
  rulesFor(token: string, obeyed: ObeyedGroups): CrawlerRules {
    const key = `${obeyed} ${token}`;
    const rules = this.#ofCrawlers.get(key) ?? this.#createRules(token, obeyed);
    this.#ofCrawlers.set(key, rules);
    return rules;
  }

  #createRules(token: string, obeyed: ObeyedGroups): CrawlerRules {
    const named = this.#groupsFor(token);
    const applicable = named.length > 0 ? named : this.#groupsFor('*');
    const positions = obeyed === 'named' ? named : applicable;
    const [groups, withDelay] = [positions, applicable].map((all) => all.map((position) => this.#groups[position]!));
    const key = positions.join();
    const list = this.#lists.get(key) ?? new RuleList(groups!.flatMap((group) => group.rules));
    this.#lists.set(key, list);
    return new CrawlerRules(groups!, withDelay!, list);
  }

  /** @returns the positions of the groups that name a crawler */
  #groupsFor(token: string): number[] {
    const name = agentName(token);
    const isNamed = ({ agents }: Group) => agents.some((agent) => agent.split(/\s/, 1)[0] === name);
    return this.#groups.flatMap((group, position) => (isNamed(group) ? [position] : []));
  }
}

/** The rules of a robots.txt for a crawler, by RFC 9309. */
export class CrawlerRules {
  /** Requested seconds between two requests, independent of the groups that apply; `null` if there are none. */
  readonly crawlDelay: number | null;
  /** Whether a rule disallows every path, and none allows any. */
  readonly disallowsAll: boolean;
  readonly #rules: RuleList;

  /**
   * @param groups those that apply
   * @param withDelay those whose delay applies
   * @param list the rules of the groups
   */
  constructor(groups: readonly Group[], withDelay: readonly Group[], list: RuleList) {
    const rules = groups.flatMap((group) => group.rules);
    this.#rules = list;
    this.disallowsAll =
      rules.some(({ pattern }) => ALL_PATHS.includes(pattern.replace(/\*\$$/, '*').replaceAll('*', ''))) &&
      rules.every(({ allow }) => !allow);
    this.crawlDelay = withDelay.map(({ crawlDelay }) => crawlDelay).findLast(isDelay) ?? null;
  }

  /** Work so far, in compared characters and visited positions. */
  get steps(): number {
    return this.#rules.steps;
  }

  /** @returns the rule that applies to a URL of the file's origin, cached; `null` if none does: it may be fetched */
  ruleFor({ pathname, search }: URL): Rule | null {
    return this.#rules.decide(comparablePath(pathname + search));
  }
}

/**
 * Returns a function that finds the pattern that applies to a URL, among patterns in the syntax of robots.txt: the
 * longest one, and of two with the same length an allowing one.
 */
export function pathRules(patterns: readonly Pick<Rule, 'written' | 'allow'>[]): (url: URL) => Rule | null {
  const rules = patterns.map(({ written, allow }, line) => {
    return { written, allow, line, pattern: comparablePattern(written) };
  });
  const list = new RuleList(rules);
  return ({ pathname, search }) => list.decide(comparablePath(pathname + search));
}

function isDelay(seconds: number | null): boolean {
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0;
}

/** Returns whether a robots.txt has a group for a crawler. */
export function namesAgent(content: string, token: string): boolean {
  return namedAgents(content).has(agentName(token));
}

/** Returns the names of all crawlers for which a robots.txt has a group, in lower case. */
export function namedAgents(content: string): ReadonlySet<string> {
  const groups = readGroups(content, { endsAgents: isRule, pattern: (written) => written });
  return new Set(groups.flatMap(({ agents }) => agents.map((agent) => agent.split(/\s/, 1)[0]!)));
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

/**
 * Unreserved octets are compared decoded, other escapes in upper case, and octets that are not allowed in a URL
 * percent-encoded (2.2.2). An apostrophe is reserved, but URLs have it encoded in their query whatever a link contains.
 */
function comparable(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g, (part, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(part.toWellFormed());
    const character = String.fromCharCode(parseInt(hex, 16));
    return /[\w\-.~']/.test(character) ? character : part.toUpperCase();
  });
}

/**
 * The rules of a robots.txt as Lighthouse reads them, by robots-parser 3.0.1, but with bounded work: the rules of a
 * group are stored once, not for each of its agents.
 */
export class LighthouseRules {
  readonly #groups: Group[];
  /** Rule lists by their groups: agents with the same groups share a list. */
  readonly #lists = new Map<string, RuleList>();

  constructor(content: string) {
    const groups = readGroups(content, { endsAgents: () => true, pattern: encodedPattern });
    this.#groups = groups.filter(({ isBare }) => !isBare);
  }

  /** Work so far, in compared characters and visited positions. */
  get steps(): number {
    return [...this.#lists.values()].reduce((sum, { steps }) => sum + steps, 0);
  }

  /** @param agent product token; `*` for any other */
  isAllowed(url: string, agent: string): boolean {
    return this.ruleFor(url, agent)?.allow ?? true;
  }

  /** @returns the rule that applies to an absolute URL of the file's origin; null if none does */
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

  /** @returns the groups that name an agent, otherwise those for all others */
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
