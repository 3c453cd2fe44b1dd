import { getDomain } from 'tldts';
import { dayBefore, json, monthBefore, parseJson, readData, share, type FakeEndpoint } from './fake.ts';

const POINTS = 39;

/** Mean of the daily ranks. Other domains have none, so that an invented rank is never mistaken for a real one. */
const RANKS: Record<string, number> = { 'shop.example': 48_210, 'blog.example': 1_934_500 };

export const tranco: FakeEndpoint = {
  id: 'tranco',
  method: 'GET',
  path: /^\/api\/ranks\/domain\/[^/]+$/,
  answer({ path }, { now }) {
    const domain = decodeURIComponent(path.split('/').at(-1)!);
    const rank = getDomain(domain) === domain ? RANKS[domain] : undefined;
    const days = rank === undefined ? [] : Array.from({ length: POINTS }, (_, index) => dayBefore(now, index + 1));
    const ranks = days.map((date) => ({ date, rank: Math.round(rank! * (0.97 + 0.06 * share(domain, date))) }));
    return json({ ranks, domain }, 200, { 'Cache-Control': 'public, max-age=223' });
  },
};

const MONTHS = 24;
const MAX_DOMAINS = 100;

const found = readData<Record<string, { open_page_rank: number }>>('open-page-rank');

export const openPageRank: FakeEndpoint = {
  id: 'open_page_rank',
  method: 'POST',
  path: /^\/v1\/domains\/bulk$/,
  answer({ headers, body }, { keys, now }) {
    if (headers.authorization !== `Bearer ${keys['open-page-rank-key']}`)
      return json({ error: 'Invalid API key' }, 401);
    const { domains, include_history = false } = (parseJson(body) ?? {}) as {
      domains?: unknown;
      include_history?: boolean;
    };
    const isList = Array.isArray(domains) && domains.length > 0 && domains.length <= MAX_DOMAINS;
    if (!isList) return json({ error: 'domains: 1 to 100 are needed' }, 400);
    const names = domains.map(String);
    const results = names.filter(isDomain).map((domain) => lookUp(domain, include_history, now));
    const invalid = names.filter((name) => !isDomain(name));
    const answer = { as_of: monthBefore(now, 0), count: results.length, results, invalid };
    return json(answer, 200, { 'X-Domains-Remaining': '29999' });
  },
};

/** Whether the domain has a label before its public suffix. */
function isDomain(name: string): boolean {
  return getDomain(name) !== null;
}

function lookUp(domain: string, withHistory: boolean, now: number) {
  const result = found[domain];
  if (!result) {
    return { domain, found: false, open_page_rank: null, rank: null, referring_domains: null, history: [] };
  }
  const history = Array.from({ length: withHistory ? MONTHS : 0 }, (_, index) => {
    const date = monthBefore(now, index);
    const past = Math.max(0, result.open_page_rank - 0.02 * index + 0.1 * (share(domain, date) - 0.5));
    const score = index === 0 ? result.open_page_rank : Math.round(past * 100) / 100;
    // Every fifth month was not crawled; of one, not even an estimate exists.
    return { date, open_page_rank: index === 9 ? null : score, estimated: index % 5 === 4 };
  });
  return { domain, ...result, history };
}
