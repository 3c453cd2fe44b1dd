import { getDomain } from 'tldts';
import { between, dayBefore, figuresOf, share } from './figures.ts';
import { json, page, type StandIn } from './stand-in.ts';

const POINTS = 39;

/** Mean of the daily ranks. */
const known = { 'shop.example': 48_210, 'blog.example': 1_934_500, 'broken.example': null };

export const tranco: StandIn = {
  id: 'tranco',
  method: 'GET',
  path: /^\/api\/ranks\/domain\/[^/]+$/,
  pace: { intervalMs: 1_000, tooFast: page(429, '429 Too Many Requests') },
  answer({ path }, { now }) {
    const domain = decodeURIComponent(path.split('/').at(-1)!);
    const isListed = getDomain(domain) === domain;
    const rank = isListed ? figuresOf(known, domain, () => between(900, 4_500_000, 'rank', domain)) : null;
    const days = rank === null ? [] : Array.from({ length: POINTS }, (_, index) => dayBefore(now, index + 1));
    const ranks = days.map((date) => ({ date, rank: Math.round(rank! * (0.97 + 0.06 * share(domain, date))) }));
    return json({ ranks, domain }, 200, { 'Cache-Control': 'public, max-age=223' });
  },
};
