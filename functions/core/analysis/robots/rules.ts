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

/**
 * The rules for one agent. The longest matching pattern applies; of two with the same length, `Allow`
 * (RFC 9309, 2.2.2).
 */
export class RuleList {
  /** Work so far, in compared characters and visited positions. */
  steps = 0;
  /** In order of precedence, without duplicates. */
  readonly #rules: Rule[];
  readonly #decided = new Map<string, Rule | null>();

  constructor(rules: Rule[]) {
    const distinct = new Map<string, Rule>();
    for (const rule of rules) {
      const known = distinct.get(rule.pattern);
      if (!known || (rule.allow && !known.allow)) distinct.set(rule.pattern, rule);
    }
    const precedence = (a: Rule, b: Rule) =>
      b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow) || a.line - b.line;
    this.#rules = [...distinct.values()].sort(precedence);
  }

  /** @returns the rule that applies to a path; null if none matches */
  decide(path: string): Rule | null {
    const known = this.#decided.get(path);
    if (known !== undefined) return known;
    const index = new PathIndex(path);
    const rule = this.#rules.find(({ pattern }) => matches(pattern, index)) ?? null;
    this.steps += index.steps;
    this.#decided.set(path, rule);
    return rule;
  }
}

/** Greedy: if any positions match, the first position of each segment after the previous one matches. */
function matches(pattern: string, index: PathIndex): boolean {
  const { path } = index;
  const isToEnd = pattern.endsWith('$');
  const text = isToEnd ? pattern.slice(0, -1) : pattern;
  const star = text.indexOf('*');
  const prefix = star === -1 ? text : text.slice(0, star);
  index.steps += prefix.length;
  if (!path.startsWith(prefix)) return false;
  if (star === -1) return !isToEnd || path.length === prefix.length;

  const segments = text.slice(star + 1).split('*');
  index.steps += text.length;
  const last = isToEnd ? segments.pop()! : '';
  let at = prefix.length;
  for (const segment of segments) {
    if (segment === '') continue;
    const start = index.find(segment, at);
    if (start === -1) return false;
    at = start + segment.length;
  }
  return at + last.length <= path.length && path.endsWith(last);
}

/**
 * Finds segments in one path. The path's suffixes are sorted once, and the positions of each segment are determined
 * once, so that the time for many patterns over a long path is linear in their length, for any patterns.
 */
class PathIndex {
  readonly path: string;
  /** Work so far: characters compared, and positions sorted or listed. */
  steps = 0;
  readonly #startsOf = new Map<string, Uint32Array>();
  #suffixes: Uint32Array | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** @returns position of the first `segment` at or after `from`; -1 without one */
  find(segment: string, from: number): number {
    const starts = this.#starts(segment);
    const next = boundary(starts.length, (index) => starts[index]! < from);
    return starts[next] ?? -1;
  }

  /** Segments at one position of the path have different lengths, so that all lists together stay small. */
  #starts(segment: string): Uint32Array {
    const known = this.#startsOf.get(segment);
    if (known) return known;
    this.#suffixes ??= this.#sortSuffixes();
    const suffixes = this.#suffixes;
    const beginning = (index: number) => {
      this.steps += segment.length;
      return this.path.slice(suffixes[index], suffixes[index]! + segment.length);
    };
    const first = boundary(suffixes.length, (index) => beginning(index) < segment);
    const end = boundary(suffixes.length, (index) => beginning(index) <= segment);
    const starts = suffixes.slice(first, end).sort();
    this.steps += starts.length;
    this.#startsOf.set(segment, starts);
    return starts;
  }

  /** Sorts by the first two characters, then by four, eight and so on (prefix doubling, Manber and Myers 1990). */
  #sortSuffixes(): Uint32Array {
    const { length } = this.path;
    const base = Math.max(length, 0xffff) + 2;
    let ranks = Float64Array.from({ length }, (_, index) => this.path.charCodeAt(index) + 1);
    for (let width = 1; ; width *= 2) {
      // Rank, rank of the following suffix, and position in one number: below 2^53 for paths of up to 200,000
      // characters.
      const keys = ranks.map((rank, index) => (rank * base + (ranks[index + width] ?? 0)) * length + index).sort();
      this.steps += length;
      const next = new Float64Array(length);
      let rank = 0;
      let previous = -1;
      for (const key of keys) {
        const place = key % length;
        if (key - place !== previous) rank += 1;
        previous = key - place;
        next[place] = rank;
      }
      if (rank === length) return Uint32Array.from(keys, (key) => key % length);
      ranks = next;
    }
  }
}

/** Binary search. @returns the first index for which `isBefore` is false, given that it is true for all before it */
function boundary(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
