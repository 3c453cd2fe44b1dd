import type { StandIn } from '../stand-in.ts';
import { suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

const USUAL_COUNT = 10;

export const yandex: StandIn = {
  id: 'yandex',
  method: 'GET',
  path: /^\/suggest-ff\.cgi$/,
  answer({ query }) {
    const part = query.get('part') ?? '';
    const phrases = complete('yandex', part).slice(0, Number(query.get('sn') ?? USUAL_COUNT));
    const isNested = Number(query.get('v') ?? 3) > 3;
    const value = isNested ? [part, phrases.map((phrase) => ['', phrase, {}]), {}] : [part, phrases];
    return suggesting(phrases, 'application/json; charset=utf-8', JSON.stringify(value));
  },
};
