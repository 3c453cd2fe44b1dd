import type { StandIn } from '../stand-in.ts';
import { suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

export const duckduckgo: StandIn = {
  id: 'duckduckgo',
  method: 'GET',
  path: /^\/ac\/$/,
  answer({ query }) {
    const q = query.get('q') ?? '';
    const phrases = complete('duckduckgo', q, query.get('kl')?.split('-')[1]);
    const isList = query.get('type') === 'list';
    const value = isList ? [q, phrases] : phrases.map((phrase) => ({ phrase }));
    return suggesting(phrases, 'application/javascript; charset=utf-8', JSON.stringify(value));
  },
};
