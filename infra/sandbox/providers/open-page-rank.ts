import { getDomain } from 'tldts';
import { between, figuresOf, monthBefore, share } from './figures.ts';
import { json, parseJson, type StandIn } from './stand-in.ts';

const MONTHS = 24;
const MAX_DOMAINS = 100;

interface Figures {
  score: number;
  rank: number;
  referring: number;
}

const known: Record<string, Figures | null> = {
  'shop.example': { score: 4.21, rank: 412_345, referring: 1_834 },
  'blog.example': { score: 2.05, rank: 6_120_448, referring: 41 },
  'broken.example': null,
};

export const openPageRank: StandIn = {
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

/** Has it a label before its public suffix? */
function isDomain(name: string): boolean {
  return getDomain(name) !== null;
}

function lookUp(domain: string, withHistory: boolean, now: number) {
  const figures = figuresOf(known, domain, () => madeFigures(domain));
  if (!figures) {
    return { domain, found: false, open_page_rank: null, rank: null, referring_domains: null, history: [] };
  }
  const { score, rank, referring } = figures;
  return { domain, found: true, open_page_rank: score, rank, referring_domains: referring, history: history() };

  function history() {
    return Array.from({ length: withHistory ? MONTHS : 0 }, (_, index) => {
      const date = monthBefore(now, index);
      const past = Math.max(0, score - 0.02 * index + 0.1 * (share(domain, date) - 0.5));
      // Every fifth month was not crawled; of one, not even an estimate exists.
      const estimated = index % 5 === 4;
      const known = index === 0 ? score : Math.round(past * 100) / 100;
      return { date, open_page_rank: index === 9 ? null : known, estimated };
    });
  }
}

function madeFigures(domain: string): Figures {
  const score = between(50, 600, 'score', domain) / 100;
  return { score, rank: Math.round(10 ** (9 - score)), referring: between(2, 4_000, 'referring', domain) };
}
