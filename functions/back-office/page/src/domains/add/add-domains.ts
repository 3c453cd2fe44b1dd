import { ApiError, type ErrorDetail } from '../../api/client.ts';
import type { Api } from '../../api/api.ts';

/** Maximum number of domains that are added at once: each of them is a refresh of its own. */
export const MOST_ADDED = 100;

/** Number of refreshes that are requested concurrently. */
const CONCURRENCY = 5;

/** What happened to a name. */
export interface Outcome {
  name: string;
  /** `refused`: following it was requested, but it is blocked, or too many domains are followed. */
  following: 'followed' | 'refused' | 'not_requested';
  /** Why the name was not added; `null` if it was. */
  refused: ApiError | ErrorDetail | null;
}

/** Returns the host of a pasted address, or the text without the spaces around it. */
export function hostOf(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).hostname : trimmed.toLowerCase();
}

/**
 * Adds domains: follows them if that is requested, and fetches each from all sources, as a refresh does. A wrong name
 * does not prevent that the others are added.
 *
 * @param names without duplicates
 * @returns the outcomes in the order of the names
 * @throws {ApiError} if nothing was added for a reason that is none of a single name
 */
export async function addDomains(
  names: readonly string[],
  follow: boolean,
  api: Pick<Api, 'changeDomains' | 'refresh'>,
): Promise<Outcome[]> {
  const { wrong, notFollowed } = follow
    ? await followDomains(names, api)
    : { wrong: new Map<string, ErrorDetail>(), notFollowed: [] };
  const outcomes: Outcome[] = [];
  for (let start = 0; start < names.length; start += CONCURRENCY) {
    const some = names.slice(start, start + CONCURRENCY);
    outcomes.push(...(await Promise.all(some.map(fetchOne))));
  }
  return outcomes;

  async function fetchOne(name: string): Promise<Outcome> {
    const detail = wrong.get(name);
    if (detail) return { name, following: 'refused', refused: detail };
    const isFollowed = !notFollowed.includes(withoutWww(name));
    const following = !follow ? 'not_requested' : isFollowed ? 'followed' : 'refused';
    try {
      await api.refresh(name);
      return { name, following, refused: null };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { name, following, refused: error.details[0] ?? error };
    }
  }
}

/** Domains are stored without it. */
const withoutWww = (name: string) => name.replace(/^www\./, '');

interface Followed {
  wrong: Map<string, ErrorDetail>;
  notFollowed: string[];
}

/** Follows the names that are domains. */
async function followDomains(names: readonly string[], api: Pick<Api, 'changeDomains'>): Promise<Followed> {
  const wrong = new Map<string, ErrorDetail>();
  for (;;) {
    const domains = names.filter((name) => !wrong.has(name));
    if (domains.length === 0) return { wrong, notFollowed: [] };
    try {
      return { wrong, notFollowed: (await api.changeDomains({ domains, follow: true })).not_followed };
    } catch (error) {
      const found = wrongNames(error, domains);
      if (found.length === 0) throw error;
      for (const [name, detail] of found) wrong.set(name, detail);
    }
  }
}

/** The names that a request was refused for: its parameters are `domains.0` and so on. */
function wrongNames(error: unknown, domains: readonly string[]): [string, ErrorDetail][] {
  const details = error instanceof ApiError ? error.details : [];
  return details.flatMap((detail) => {
    const name = domains[Number(/^domains\.(\d+)$/.exec(detail.param)?.[1] ?? NaN)];
    return name === undefined ? [] : [[name, detail]];
  });
}
