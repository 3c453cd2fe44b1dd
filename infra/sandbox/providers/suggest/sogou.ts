import type { StandIn } from '../stand-in.ts';
import { encodeGbk, throughGbk } from './gbk.ts';
import { suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

/** A script, always in GBK, without a declared encoding. */
export const sogou: StandIn = {
  id: 'sogou',
  method: 'GET',
  path: /^\/(?:api\/getsug|suggnew\/ajajjson)$/,
  answer({ query }) {
    const key = query.get('key') ?? '';
    const phrases = complete('sogou', key).map(throughGbk);
    const marks = phrases.map((_phrase, index) => `${index};0;0;0`);
    const value = [key, phrases, marks, phrases.map(() => ''), ['0'], '', 'suglabId_1'];
    return suggesting(phrases, 'text/javascript', encodeGbk(`window.sogou.sug(${JSON.stringify(value)},-1);`));
  },
};
