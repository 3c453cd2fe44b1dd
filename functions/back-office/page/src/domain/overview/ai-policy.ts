import { AI_AGENTS, type AiAgent } from '../../../../../core/analysis/robots/ai-agents.ts';
import type { DomainAnswer } from '../../../../../core/record/record.ts';

type Policy = DomainAnswer['ai_policy'];
type Agents = DomainAnswer['ai_access']['agents'];
type Purpose = AiAgent['purpose'];

/** The uses of content, in the order in which they are shown. */
export const PURPOSES = ['training', 'search', 'user'] as const satisfies readonly Purpose[];

/** A declaration about a use. */
export interface Declared {
  member: 'content_signal' | 'content_usage' | 'training_preference' | 'tdm' | 'noai';
  isAllowed: boolean;
  /** The statement as written. */
  text: string;
  /** Where it is, such as `robots.txt`. */
  source: string;
  /** Crawlers of its group in robots.txt; empty: all. */
  agents: string[];
  /** Pattern of its paths; `null`: all. */
  path: string | null;
}

/** What is declared about a use, and what robots.txt allows the agents of that use. */
export interface PolicyRow {
  purpose: Purpose;
  declared: Declared[];
  /** `null`: robots.txt was not read. */
  agents: { allowed: number; total: number; disallowed: AiAgent[] } | null;
}

/** Returns a row for each use. */
export function policyRows(policy: Policy, agents: Agents): PolicyRow[] {
  return PURPOSES.map((purpose) => ({
    purpose,
    declared: declaredAbout(purpose, policy),
    agents: accessOf(purpose, agents),
  }));
}

function declaredAbout(purpose: Purpose, policy: Policy): Declared[] {
  const usages = (['content_signal', 'content_usage', 'training_preference'] as const).flatMap((member) =>
    (policy[member]?.statements ?? []).flatMap(
      ({ source, text, user_agents: agents, path, [purpose]: preference }): Declared[] => {
        if (preference === null) return [];
        const named = agents?.includes('*') ? [] : (agents ?? []);
        return [{ member, isAllowed: preference === 'allowed', text, source, agents: named, path }];
      },
    ),
  );
  if (purpose !== 'training') return usages;
  const tdm = (policy.tdm?.statements ?? []).flatMap(({ source, text, reserved, path }): Declared[] =>
    reserved === null ? [] : [{ member: 'tdm', isAllowed: !reserved, text, source, agents: [], path }],
  );
  const noai = (policy.noai?.statements ?? []).map(({ source, text }): Declared => ({
    member: 'noai',
    isAllowed: false,
    text,
    source,
    agents: [],
    path: null,
  }));
  return [...usages, ...tdm, ...noai];
}

function accessOf(purpose: Purpose, agents: Agents): PolicyRow['agents'] {
  if (!agents) return null;
  const known = AI_AGENTS.filter((agent) => agent.purpose === purpose && agents[agent.token]);
  const disallowed = known.filter(({ token }) => !agents[token]!.allowed);
  return { allowed: known.length - disallowed.length, total: known.length, disallowed };
}

/** Members of the policy of which a source could not be read, each with these sources. */
export function unreadOf(policy: Policy): { member: Declared['member'] | 'rsl'; sources: string[] }[] {
  const { content_signal, content_usage, training_preference, rsl, tdm, noai } = policy;
  const members = { content_signal, content_usage, training_preference, rsl, tdm, noai };
  return (Object.keys(members) as (keyof typeof members)[]).flatMap((member) => {
    const sources = members[member]?.unread ?? [];
    return sources.length > 0 ? [{ member, sources }] : [];
  });
}

/** Returns whether the site declares anything. */
export function isDeclared(policy: Policy): boolean {
  const { content_signal, content_usage, training_preference, rsl, tdm, noai, payment } = policy;
  const withStatements = [content_signal, content_usage, training_preference, tdm, noai];
  return (
    payment !== null || (rsl?.licences_total ?? 0) > 0 || withStatements.some((one) => (one?.statements_total ?? 0) > 0)
  );
}
