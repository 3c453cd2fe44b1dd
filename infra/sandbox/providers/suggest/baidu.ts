import { share } from '../figures.ts';
import type { StandIn } from '../stand-in.ts';
import { encodeGbk, throughGbk } from './gbk.ts';
import { type SuggestAnswer, suggesting } from './suggest-answer.ts';
import { complete } from './vocabulary.ts';

/** Both endpoints: the newer one, which can return JSON, and the older one, which returns a script by default. */
export const baidu: StandIn = {
  id: 'baidu',
  method: 'GET',
  path: /^\/su(?:grec)?$/,
  answer({ path, query }) {
    const q = readQuery(query);
    const phrases = complete('baidu', q);
    if (path === '/su') return older(q, phrases, query);
    const g = phrases.map((phrase, index) => ({ type: 'sug', sa: `s_${index + 1}`, q: phrase }));
    const json = JSON.stringify({ q, p: false, ...(g.length > 0 && { g }), slid: idOf(q), queryid: `0x${idOf(q)}` });
    const callback = query.get('cb') ?? (query.get('json') === '1' ? null : 'callback');
    return encoded(query, phrases, 'text/plain', callback ? `${callback}(${json})` : json);
  },
};

function older(q: string, phrases: string[], query: URLSearchParams): SuggestAnswer {
  if (query.get('action') === 'opensearch') return encoded(query, phrases, TYPE, JSON.stringify([q, phrases]));
  const callback = query.get('cb') ?? 'window.baidu.sug';
  const script = `${callback}({q:${JSON.stringify(q)},p:false,s:${JSON.stringify(phrases)}});`;
  return encoded(query, phrases, 'text/javascript', script);
}

/** A content type that only Baidu uses, with a version. */
const TYPE = 'baiduApp/json; v6.27.2.14';

/** Without `ie`, the bytes of the query are read as GBK. */
function readQuery(query: URLSearchParams): string {
  const wd = query.get('wd') ?? '';
  return isUnicode(query.get('ie')) ? wd : new TextDecoder('gbk').decode(Buffer.from(wd));
}

/** Without `oe` (and `ie`), the answer is in GBK. */
function encoded(query: URLSearchParams, phrases: string[], type: string, text: string): SuggestAnswer {
  if (isUnicode(query.get('ie')) && isUnicode(query.get('oe'))) {
    return suggesting(phrases, `${type}; charset=UTF-8`, text);
  }
  return suggesting(phrases.map(throughGbk), `${type}; charset=GBK`, encodeGbk(text));
}

function isUnicode(encoding: string | null): boolean {
  return encoding?.toLowerCase() === 'utf-8';
}

function idOf(q: string): string {
  return Math.floor(share('baidu', q) * 1e9).toString(16);
}
