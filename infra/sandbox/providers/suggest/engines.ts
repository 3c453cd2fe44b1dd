import { page, type FakeEndpoint, type FakeAnswer } from '../fake.ts';
import { complete } from './vocabulary.ts';

/** A response that may contain suggestions. */
export interface SuggestAnswer extends FakeAnswer {
  /** The suggestions in the spelling and order of the response; for the log of requests. */
  phrases?: string[];
}

const SORRY = '/sorry/index';
const YANDEX_COUNT = 10;

/** The endpoints of the search engines. Where a request lacks the parameters of an encoding, characters are lost. */
export const engines: FakeEndpoint[] = [
  engine('google', '/complete/search', (query) => {
    const q = query.get('q') ?? '';
    if (query.get('client') !== 'firefox') return page(400, '400. That’s an error.');
    const phrases = complete('google', q, query.get('hl'));
    const details = { 'google:suggestsubtypes': phrases.map((_, index) => (index === 0 ? [512, 433] : [512])) };
    const text = JSON.stringify([q, phrases, [], details]);
    // JSON always has the content type of a script.
    if (isUnicode(query, 'oe')) return suggesting(phrases, 'text/javascript; charset=UTF-8', text);
    const lost = Buffer.from(withoutOthers(text), 'latin1');
    return suggesting(phrases.map(withoutOthers), 'text/javascript; charset=ISO-8859-1', lost);
  }),
  // The captcha page that blocked clients are redirected to.
  engine('google_sorry', SORRY, () =>
    page(200, 'Our systems have detected unusual traffic from your computer network'),
  ),
  engine('bing', '/osjson.aspx', (query) => {
    const text = query.get('query') ?? '';
    const completions = complete('bing', text, query.get('market'));
    // The query itself comes first, where there are completions.
    const phrases = completions.length > 0 ? [text, ...completions] : [];
    return suggesting(phrases, 'application/json; charset=utf-8', JSON.stringify([text, phrases]));
  }),
  engine('duckduckgo', '/ac/', (query) => {
    const q = query.get('q') ?? '';
    const phrases = complete('duckduckgo', q, query.get('kl')?.split('-')[1]);
    return suggesting(phrases, 'application/javascript; charset=utf-8', JSON.stringify([q, phrases]));
  }),
  engine('baidu', '/sugrec', (query) => {
    const wd = query.get('wd') ?? '';
    const q = isUnicode(query, 'ie') ? wd : new TextDecoder('gbk').decode(Buffer.from(wd));
    const phrases = complete('baidu', q);
    const g = phrases.map((phrase, index) => ({ type: 'sug', sa: `s_${index + 1}`, q: phrase }));
    // Where there are no suggestions, the list is missing.
    const text = JSON.stringify({ q, p: false, ...(g.length > 0 && { g }), slid: '13245', queryid: '0x13245' });
    if (isUnicode(query, 'ie') && isUnicode(query, 'oe')) {
      return suggesting(phrases, 'text/plain; charset=UTF-8', text);
    }
    return suggesting(phrases.map(throughGbk), 'text/plain; charset=GBK', encodeGbk(text));
  }),
  engine('yandex', '/suggest-ff.cgi', (query) => {
    const part = query.get('part') ?? '';
    const phrases = complete('yandex', part).slice(0, Number(query.get('sn') ?? YANDEX_COUNT));
    return suggesting(phrases, 'application/json; charset=utf-8', JSON.stringify([part, phrases]));
  }),
  engine('so360', '/suggest', (query) => {
    const word = query.get('word') ?? '';
    const isAscii = /^[\x20-\x7e]*$/.test(word);
    const isUnderstood = isAscii || (isUnicode(query, 'encodein') && isUnicode(query, 'encodeout'));
    const phrases = isUnderstood ? complete('so360', word) : [];
    const text = JSON.stringify({ query: word, result: phrases.map((word) => ({ word })), version: 'b', rec: '' });
    return suggesting(phrases, 'application/json; charset=utf-8', text);
  }),
  // A script, always in GBK, without a declared encoding.
  engine('sogou', '/api/getsug', (query) => {
    const key = query.get('key') ?? '';
    const phrases = complete('sogou', key).map(throughGbk);
    const marks = phrases.map((_phrase, index) => `${index};0;0;0`);
    const value = [key, phrases, marks, phrases.map(() => ''), ['0'], '', 'suglabId_1'];
    return suggesting(phrases, 'text/javascript', encodeGbk(`window.sogou.sug(${JSON.stringify(value)},-1);`));
  }),
];

function engine(id: string, path: string, answer: (query: URLSearchParams) => SuggestAnswer): FakeEndpoint {
  return {
    id,
    method: 'GET',
    path: new RegExp(`^${path.replaceAll('.', '\\.')}$`),
    answer: ({ query }) => answer(query),
  };
}

function suggesting(phrases: string[], contentType: string, body: string | Buffer): SuggestAnswer {
  return { status: 200, headers: { 'Content-Type': contentType }, body, phrases };
}

function isUnicode(query: URLSearchParams, parameter: string): boolean {
  return query.get(parameter)?.toLowerCase() === 'utf-8';
}

/** Characters outside Latin-1 are lost without an error. */
function withoutOthers(text: string): string {
  return text.replace(/[^\0-\xff]/g, '?');
}

const LEADS = { from: 0x81, to: 0xfe };
const TRAILS = { from: 0x40, to: 0xfe };

/** The two bytes of each character of GBK, computed on first use. */
let table: Map<string, Buffer> | null = null;

/** @returns the text in GBK, with a question mark for other characters, as its servers do */
export function encodeGbk(text: string): Buffer {
  table ??= readTable();
  const bytes = Array.from(text, (character) => {
    const isAscii = character.length === 1 && character <= '\x7f';
    return isAscii ? Buffer.from(character) : (table!.get(character) ?? Buffer.from('?'));
  });
  return Buffer.concat(bytes);
}

/** @returns the text after encoding to GBK and decoding again */
export function throughGbk(text: string): string {
  return new TextDecoder('gbk').decode(encodeGbk(text));
}

/** The platform decodes GBK, but does not encode it: the table is built by decoding. */
function readTable(): Map<string, Buffer> {
  const pairs: Buffer[] = [];
  for (let lead = LEADS.from; lead <= LEADS.to; lead += 1) {
    for (let trail = TRAILS.from; trail <= TRAILS.to; trail += 1) pairs.push(Buffer.from([lead, trail]));
  }
  const decoder = new TextDecoder('gbk');
  const decoded = pairs.map((pair) => [decoder.decode(pair), pair] as const);
  // Of several byte pairs for a character, the first is the usual one.
  return new Map(decoded.filter(([text]) => text.length === 1 && text !== '\ufffd').toReversed());
}
