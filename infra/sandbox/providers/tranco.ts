import { getDomain } from 'tldts';
import { dayBefore, share } from './figures.ts';
import { json, type StandIn } from './stand-in.ts';

const POINTS = 39;

/** Mean of the daily ranks. Other domains have none, so that an invented rank is never taken for a real one. */
const RANKS: Record<string, number> = { 'shop.example': 48_210, 'blog.example': 1_934_500 };

export const tranco: StandIn = {
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
