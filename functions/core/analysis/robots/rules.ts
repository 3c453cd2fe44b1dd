/** One `Allow` or `Disallow` of robots.txt. */
export interface Rule {
  /** The pattern for paths: `*` matches any text, `$` at the end matches the end of the path. */
  pattern: string;
  /** The pattern as written in the file. */
  written: string;
  allow: boolean;
  /** Counts from 1. */
  line: number;
}

/** A group: its agents and their rules, which are stored once for all agents. */
export interface Group {
  /** As written, without version, in lower case. */
  agents: string[];
  rules: Rule[];
  /** Seconds. */
  crawlDelay: number | null;
  /** Whether it has neither a rule nor a delay, not even one without a value. */
  isBare: boolean;
}

/** The differences between RFC 9309 and Lighthouse in parsing a robots.txt. */
interface Reading {
  /**
   * Returns whether a line with this name (in lower case) ends the list of agents, so that the next one begins a group.
   */
  endsAgents: (name: string) => boolean;
  /** @returns the form in which a pattern is matched */
  pattern: (written: string) => string;
}

/** @returns the groups of a robots.txt, in order */
export function readGroups(content: string, { endsAgents, pattern }: Reading): Group[] {
  const groups: Group[] = [];
  let mayNameMore = false;
  for (const { name, value, line } of directives(content)) {
    if (name === 'user-agent' && !mayNameMore) groups.push({ agents: [], rules: [], crawlDelay: null, isBare: true });
    mayNameMore = name === 'user-agent' || (mayNameMore && !endsAgents(name));
    const group = groups.at(-1);
    if (!group) continue;
    if (name === 'user-agent' && value !== '') group.agents.push(agentName(value));
    if (name === 'allow' || name === 'disallow') {
      group.isBare = false;
      if (value !== '') group.rules.push({ pattern: pattern(value), written: value, allow: name === 'allow', line });
    }
    if (name === 'crawl-delay') {
      group.isBare = false;
      group.crawlDelay = Number.isNaN(Number(value)) ? group.crawlDelay : Number(value);
    }
  }
  return groups;
}

/** @returns the name of an agent in lower case, without its version */
export function agentName(written: string): string {
  return written.toLowerCase().split('/', 1)[0]!.trim();
}

interface Directive {
  /** In lower case. */
  name: string;
  value: string;
  line: number;
}

/** Returns the lines of a robots.txt that have a name and a colon, without comments. */
export function* directives(content: string): Generator<Directive> {
  let line = 0;
  for (const written of content.split(/\r\n|\r|\n/)) {
    line += 1;
    const text = written.split('#', 1)[0]!;
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '') yield { name, value: text.slice(colon + 1).trim(), line };
  }
}

/** Work for one path, in {@link RuleList.steps}, after which patterns are compared up to their first star only. */
export const MAX_STEPS = 2_000_000;
/** Number of paths whose rule is cached: the pages of a site have most links in common. */
const MAX_DECIDED = 2_000;

/**
 * The rules for one agent. The longest matching pattern applies; of two with the same length, `Allow`
 * (RFC 9309, 2.2.2).
 *
 * If the work for a path exceeds {@link MAX_STEPS}, a `Disallow` with a star applies to each path that begins with its
 * text before the star, and an `Allow` with a star to none. A path that is disallowed is thus never allowed: what is
 * unknown is disallowed, as if the file were unreachable (2.3.1.4). Patterns without stars stay exact.
 */
export class RuleList {
  /** Work so far: characters compared, and searches. */
  steps = 0;
  /** In order of precedence, without duplicates. */
  readonly #rules: CompiledRule[];
  readonly #decided = new Map<string, Rule | null>();

  constructor(rules: Rule[]) {
    const distinct = new Map<string, Rule>();
    for (const rule of rules) {
      const known = distinct.get(rule.pattern);
      if (!known || (rule.allow && !known.allow)) distinct.set(rule.pattern, rule);
    }
    const precedence = (a: Rule, b: Rule) =>
      b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow) || a.line - b.line;
    this.#rules = [...distinct.values()].sort(precedence).map((rule) => new CompiledRule(rule));
  }

  /** @returns the rule that applies to a path; null if none matches */
  decide(path: string): Rule | null {
    const known = this.#decided.get(path);
    if (known !== undefined) return known;
    const work = { steps: 0 };
    const rule = this.#rules.find((each) => each.matches(path, work))?.rule ?? null;
    this.steps += work.steps;
    if (this.#decided.size === MAX_DECIDED) this.#decided.delete(this.#decided.keys().next().value!);
    this.#decided.set(path, rule);
    return rule;
  }
}

/** Steps that a search takes besides those for the characters that it visits. */
const STEPS_PER_SEARCH = 16;
/** Characters of a text that are compared with a position of the path in one step. */
const COMPARED_AT_ONCE = 16;

/** A rule with its pattern in parts: the text before the first star, and those after each star. */
class CompiledRule {
  readonly rule: Rule;
  readonly #prefix: string;
  /** The text after the first star; `null`: there is no star. */
  readonly #rest: string | null;
  readonly #isToEnd: boolean;
  /** Split when they are first needed. */
  #parts: { segments: string[]; last: string } | undefined;

  constructor(rule: Rule) {
    this.rule = rule;
    this.#isToEnd = rule.pattern.endsWith('$');
    const text = this.#isToEnd ? rule.pattern.slice(0, -1) : rule.pattern;
    const star = text.indexOf('*');
    this.#prefix = star === -1 ? text : text.slice(0, star);
    this.#rest = star === -1 ? null : text.slice(star + 1);
  }

  /**
   * Greedy: if any positions match, the first position of each segment after the previous one matches.
   *
   * @param work for this path, which is added to
   */
  matches(path: string, work: { steps: number }): boolean {
    const prefix = this.#prefix;
    work.steps += prefix.length;
    if (!path.startsWith(prefix)) return false;
    if (this.#rest === null) return !this.#isToEnd || path.length === prefix.length;

    this.#parts ??= split(this.#rest, this.#isToEnd);
    const { segments, last } = this.#parts;
    let at = prefix.length;
    for (const segment of segments) {
      if (work.steps > MAX_STEPS) return !this.rule.allow;
      const start = path.indexOf(segment, at);
      const end = start === -1 ? path.length : start + 1;
      work.steps += STEPS_PER_SEARCH + (end - at) * Math.ceil(segment.length / COMPARED_AT_ONCE);
      if (start === -1) return false;
      at = start + segment.length;
    }
    return at + last.length <= path.length && path.endsWith(last);
  }
}

/** Consecutive stars are one. @returns the texts between stars, and the one that ends the path, if one does */
function split(rest: string, isToEnd: boolean): { segments: string[]; last: string } {
  const segments = rest.split('*');
  const last = isToEnd ? segments.pop()! : '';
  return { segments: segments.filter((segment) => segment !== ''), last };
}
