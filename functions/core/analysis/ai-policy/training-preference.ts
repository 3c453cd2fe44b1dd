import { namesAgent, RobotsFile } from '../robots/crawler-rules.ts';
import { RULES } from './drafts.ts';
import { type Declaration, declarationOf, type PolicySource, written } from './statement.ts';

/**
 * Policy tokens of draft-kelley-aipref-training-preference-signal-00 (30 October 2026), which names a purpose in the
 * `User-agent` line of an ordinary group of robots.txt. Only its abstract could be read when this reader was written, and
 * the abstract does not contain the token for training. Until the token is in this list, the preference of a site is
 * reported as not read, which is not the same as not declared.
 */
const TRAINING_TOKENS: readonly string[] = [];

/**
 * Reads whether a group for a policy token allows the training of models with an address. Paths, precedence and groups are
 * those of RFC 9309; a group for `*` is none for a policy token.
 *
 * @param content robots.txt; `null`: there is none
 * @param url address of the page
 * @param unread sources that could not be read
 * @param tokens policy tokens for training
 */
export function readTrainingPreference(
  content: string | null,
  url: string,
  unread: PolicySource[],
  tokens: readonly string[] = TRAINING_TOKENS,
): Declaration | null {
  if (tokens.length === 0) return declarationOf(RULES.training_preference, [], ['robots.txt']);
  const named = tokens.filter((token) => content !== null && namesAgent(content, token));
  const found = named.map((token) => {
    const rule = new RobotsFile(content!).rulesFor(token, 'named').ruleFor(new URL(url));
    const isAllowed = rule?.allow ?? true;
    return {
      source: 'robots.txt' as const,
      user_agents: [token.toLowerCase()],
      path: rule && written(rule.written),
      text: rule ? written(`${rule.allow ? 'Allow' : 'Disallow'}: ${rule.written}`) : `User-agent: ${token}`,
      training: isAllowed ? ('allowed' as const) : ('disallowed' as const),
      search: null,
      user: null,
    };
  });
  return declarationOf(RULES.training_preference, found, unread);
}
