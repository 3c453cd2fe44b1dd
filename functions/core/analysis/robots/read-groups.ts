/** One `Allow` or `Disallow` of robots.txt. */
export interface Rule {
  /** The pattern for paths: `*` matches any text, `$` at the end matches the end of the path. */
  pattern: string;
  /** The same as it stands in the file. */
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
  /** It has neither a rule nor a delay, not even one without a value. */
  isBare: boolean;
}

/** The differences between RFC 9309 and Lighthouse in reading a robots.txt. */
export interface Reading {
  /** Whether a line with this name (in lower case) ends the list of agents, so that the next agent begins a group. */
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

/** The lines of a robots.txt that have a name and a colon, without comments. */
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
