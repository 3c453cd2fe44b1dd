import type { RobotsAnswer } from '../../platform/network/http-client.ts';
import type { AiAccess, AiPolicy, LlmsTxt, PolicyMembers } from '../../record/record.ts';
import { AI_AGENTS, type AiAgent } from '../robots/ai-agents.ts';
import { namedAgents, pathRules } from '../robots/crawler-rules.ts';
import { robotsContent } from '../robots/robots-txt.ts';
import { MAX_STATEMENTS, RULES } from './drafts.ts';
import { type Declaration, type PolicySource, type Preference, type UsageStatement, written } from './statement.ts';

export type Contradiction = NonNullable<AiPolicy['contradictions']>[number];
export type StatementReference = Contradiction['statements'][number];
type Purpose = AiAgent['purpose'];
type Agents = NonNullable<AiAccess['agents']>;

/** Ids of the rules; their texts are in `rules/ai-policy.ts`. */
export const SIGNAL_DISALLOWED = 'ai-signal-disallowed';
export const SEARCH_WITHOUT_USERS = 'ai-search-without-users';
export const SOURCES_DIFFER = 'ai-policy-sources-differ';
export const DECLARATIONS_CONFLICT = 'ai-declarations-conflict';
export const LICENCE_UNREADABLE = 'ai-licence-unreadable';
export const LLMS_TXT_DISALLOWED = 'llms-txt-disallowed';

/** Rules about files of a site; the others need its response and robots.txt alone. */
const OF_FILES = [LICENCE_UNREADABLE, LLMS_TXT_DISALLOWED];
/** Returns whether a contradiction is found by {@link fileContradictions}. */
export const isOfFiles = ({ issue }: Pick<Contradiction, 'issue'>): boolean => OF_FILES.includes(issue);

const PURPOSES: readonly Purpose[] = ['training', 'search', 'user'];
/** Members whose statements have an agent and a path. */
const DECLARATIONS = ['content_signal', 'content_usage', 'training_preference'] as const;
const NAMES: Record<(typeof DECLARATIONS)[number], string> = {
  content_signal: 'Content-Signal',
  content_usage: 'Content-Usage',
  training_preference: '',
};

/** A response with what it declares. */
interface ReadPage {
  /** Its address. */
  url: string;
  policy: PolicyMembers;
  /** What robots.txt allows each agent to fetch. */
  agents: Agents;
  robots: RobotsAnswer;
}

/** Finds the statements of a response and of the robots.txt of its origin that contradict each other. */
export function pageContradictions(page: ReadPage): Contradiction[] {
  return [...allowedButDisallowed(page), ...searchWithoutUsers(page), ...differing(page)].slice(0, MAX_STATEMENTS);
}

/** A declaration allows a use, and robots.txt disallows the response for an agent of that use that it applies to. */
function allowedButDisallowed(page: ReadPage): Contradiction[] {
  const declared = DECLARATIONS.filter((member) => page.policy[member]?.statements.length);
  if (declared.length === 0) return [];
  const content = robotsContent(page.robots);
  const named = content === null ? new Set<string>() : namedAgents(content);
  const found = new Map<string, Contradiction>();
  for (const { token, purpose } of AI_AGENTS) {
    const verdict = page.agents[token];
    // Without a rule, robots.txt could not be read.
    if (!verdict || verdict.allowed || verdict.rule === null) continue;
    const group = named.has(token.toLowerCase()) ? token.toLowerCase() : '*';
    for (const member of declared) {
      const allowing = appliedTo(page.policy[member], group, page.url).find(
        (statement) => statement[purpose] === 'allowed',
      );
      if (!allowing) continue;
      const statements = [referenceTo(member, allowing), ruleOf(verdict.rule)];
      const key = JSON.stringify([purpose, statements]);
      const known = found.get(key);
      if (known) known.user_agents.push(token);
      else found.set(key, { issue: SIGNAL_DISALLOWED, purpose, user_agents: [token], statements });
    }
  }
  return [...found.values()];
}

/** All agents for search may fetch the response, and none that fetches on behalf of a user. */
function searchWithoutUsers({ agents }: ReadPage): Contradiction[] {
  const of = (purpose: Purpose) => AI_AGENTS.filter((agent) => agent.purpose === purpose).map(({ token }) => token);
  const [search, users] = [of('search'), of('user')];
  const isDisallowed = (token: string) => agents[token]?.allowed === false && agents[token].rule !== null;
  if (!search.every((token) => agents[token]?.allowed) || !users.every(isDisallowed)) return [];
  const stated = (token: string) => ruleOf(`${token}: ${agents[token]!.rule ?? 'no rule applies'}`);
  return [
    {
      issue: SEARCH_WITHOUT_USERS,
      purpose: 'user',
      user_agents: users,
      statements: [stated(search[0]!), stated(users[0]!)],
    },
  ];
}

/** Statements that apply to every crawler differ: of one member in two sources, or of two members. */
function differing(page: ReadPage): Contradiction[] {
  return PURPOSES.flatMap((purpose) => {
    const stated = preferencesFor(page, purpose);
    const disallowing = stated.filter(({ preference }) => preference === 'disallowed');
    const pairs = stated
      .filter(({ preference }) => preference === 'allowed')
      .flatMap((allowing) => disallowing.map((each) => [allowing, each] as const));
    return [
      ...pairs.filter(([a, b]) => a.member === b.member).map((pair) => differs(SOURCES_DIFFER, purpose, pair)),
      ...pairs
        .filter(([a, b]) => a.member !== b.member)
        .slice(0, 1)
        .map((pair) => differs(DECLARATIONS_CONFLICT, purpose, pair)),
    ];
  });
}

interface Stated extends StatementReference {
  preference: Preference;
}

function differs(issue: string, purpose: Purpose, pair: readonly Stated[]): Contradiction {
  const statements = pair.map(({ member, source, text }) => ({ member, source, text }));
  return { issue, purpose, user_agents: [], statements };
}

/** Returns the statements about a use that apply to a crawler that no group of robots.txt names. */
function preferencesFor(page: ReadPage, purpose: Purpose): Stated[] {
  const { tdm, noai } = page.policy;
  const declared = DECLARATIONS.flatMap((member) =>
    appliedTo(page.policy[member], '*', page.url).map((statement) => ({
      ...referenceTo(member, statement),
      preference: statement[purpose],
    })),
  );
  if (purpose !== 'training') return declared;
  const ofTdm = (tdm?.statements ?? []).map(({ source, text, reserved }) => ({
    ...{ member: 'tdm', source, text },
    preference: reserved === null ? null : reserved ? ('disallowed' as const) : ('allowed' as const),
  }));
  const ofNoAi = (noai?.statements ?? []).map(({ source, text, directives }) => ({
    ...{ member: 'noai', source, text },
    preference: directives.includes('noai') ? ('disallowed' as const) : null,
  }));
  return [...declared, ...ofTdm, ...ofNoAi];
}

/**
 * Returns the statements of a member that apply to a crawler and an address: those of its groups, otherwise those for all
 * crawlers; of several with a path, those with the longest one that matches; and those that are not in robots.txt.
 *
 * @param group name of the crawler in lower case if a group of robots.txt names it, otherwise `*`
 */
function appliedTo(declaration: Declaration | null, group: string, url: string): UsageStatement[] {
  if (!declaration) return [];
  // A policy token is not a crawler: its groups apply to all.
  if (declaration.rules === RULES.training_preference) return declaration.statements;
  const ofAgent = declaration.statements.filter(({ user_agents }) => user_agents?.includes(group));
  const paths = ofAgent.flatMap(({ path }) => path ?? []);
  const longest = pathRules(paths.map((path) => ({ written: path, allow: true })))(new URL(url))?.written ?? null;
  return [
    ...ofAgent.filter(({ path }) => path === longest),
    ...declaration.statements.filter(({ user_agents }) => user_agents === null),
  ];
}

function referenceTo(member: (typeof DECLARATIONS)[number], { source, text }: UsageStatement): StatementReference {
  return { member, source, text: written(NAMES[member] === '' ? text : `${NAMES[member]}: ${text}`) };
}

const ruleOf = (text: string): StatementReference => ({ member: 'agents', source: 'robots.txt', text: written(text) });

/** Finds the contradictions of the files of a site: a licence that cannot be read, and pages of `llms.txt`. */
export function fileContradictions(rsl: AiPolicy['rsl'], llmsTxt: LlmsTxt | null): Contradiction[] {
  const unreadable = rsl?.licences.find(({ status }) => status === 'unreadable');
  const found: Contradiction[] = [];
  if (unreadable) {
    const { source, url, error, http_status } = unreadable;
    const status = http_status === null ? '' : ` (HTTP status ${http_status})`;
    const statements: [PolicySource, string][] = [
      [source, url === null ? 'License' : `License: ${url}`],
      ['file', `${error ?? 'unreadable'}${status}`],
    ];
    found.push({
      ...{ issue: LICENCE_UNREADABLE, purpose: null, user_agents: [] },
      statements: statements.map(([of, text]) => ({ member: 'rsl', source: of, text: written(text) })),
    });
  }
  const [listed] = llmsTxt?.disallowed ?? [];
  if (listed !== undefined) {
    found.push({
      ...{ issue: LLMS_TXT_DISALLOWED, purpose: 'user' as const },
      user_agents: AI_AGENTS.filter(({ purpose }) => purpose === 'user').map(({ token }) => token),
      statements: [
        { member: 'llms_txt', source: 'file', text: written(listed) },
        ruleOf(`Disallow (${llmsTxt!.disallowed_total} of the listed pages)`),
      ],
    });
  }
  return found;
}

/**
 * Returns what a page itself declares, apart from what robots.txt declares for the whole site.
 *
 * @param url address of the page
 */
export function ownStatements(policy: PolicyMembers, url: string): StatementReference[] {
  const { rsl, tdm, noai, payment } = policy;
  return [
    ...DECLARATIONS.flatMap((member) =>
      appliedTo(policy[member], '*', url)
        .filter(({ source, path }) => source !== 'robots.txt' || path !== null)
        .map((statement) => referenceTo(member, statement)),
    ),
    ...(rsl?.licences ?? [])
      .filter(({ source }) => source !== 'robots.txt')
      .map((licence) => ({ member: 'rsl', source: licence.source, text: written(licence.url ?? RSL_IN_PAGE) })),
    ...(tdm?.statements ?? []).map(({ source, text }) => ({ member: 'tdm', source, text })),
    ...(noai?.statements ?? []).map(({ source, text }) => ({ member: 'noai', source, text })),
    ...(payment ? [{ member: 'payment', source: payment.source, text: payment.text }] : []),
  ].slice(0, MAX_STATEMENTS);
}

const RSL_IN_PAGE = 'application/rsl+xml';

/** Returns a contradiction as an occurrence of its issue. */
export function findingOf({ statements: [first, second] }: Contradiction): { element: string; value: string } {
  const textOf = ({ source, text }: StatementReference) => written(`${source}: ${text}`);
  return { element: textOf(first!), value: textOf(second!) };
}
