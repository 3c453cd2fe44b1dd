import type { StandIn } from '../stand-in.ts';
import { suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

export const so360: StandIn = {
  id: 'so360',
  method: 'GET',
  path: /^\/suggest$/,
  answer({ query }) {
    const word = query.get('word') ?? '';
    const isUnderstood = isAscii(word) || (isUnicode(query.get('encodein')) && isUnicode(query.get('encodeout')));
    const phrases = isUnderstood ? complete('so360', word) : [];
    const callback = query.get('callback');
    if (query.get('format') === 'json') {
      const json = JSON.stringify({ query: word, result: phrases.map((word) => ({ word })), version: 'b', rec: '' });
      if (!callback) return suggesting(phrases, 'application/json; charset=utf-8', json);
      return suggesting(phrases, 'text/javascript; charset=utf-8', `${callback}(${json});`);
    }
    const script = `${callback ?? 'suggest_so'}({q:${JSON.stringify(word)},p:true,s:${JSON.stringify(phrases)}});`;
    return suggesting(phrases, 'text/javascript; charset=utf-8', script);
  },
};

function isUnicode(encoding: string | null): boolean {
  return encoding?.toLowerCase() === 'utf-8';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
