import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { engineIds, type EngineId } from '../../../functions/shared/keywords/engine-id.ts';
import { engines } from '../../../functions/shared/engines/index.ts';
import { readAnswer } from '../../../functions/shared/engines/read-answer.ts';
import { Refusal } from '../../../functions/shared/providers/read-response.ts';
import { encodeGbk } from '../../../infra/sandbox/providers/suggest/gbk.ts';
import { EN, ZH } from './ask-suggest.ts';

const engineOf = (id: EngineId) => engines.find((engine) => engine.id === id)!;

/** @returns the suggestions, or the code of why there are none */
function read(id: EngineId, body: string | Buffer, contentType = 'text/javascript'): string[] | string {
  const engine = engineOf(id);
  const url = engine.baseUrl + engine.urlPath('q', EN);
  const headers = { 'content-type': contentType };
  const mediaType = contentType.split(';', 1)[0]!.toLowerCase();
  const response = { url, status: 200, headers, contentType: mediaType, body: Buffer.from(body) };
  try {
    return readAnswer(engine, response, url);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.answer.error!.code;
  }
}

const chrome = JSON.stringify([
  'coffee',
  ['coffee near me', 'coffee shops near me', 'https://www.coffee.com'],
  ['', '', 'Coffee'],
  [],
  {
    'google:clientdata': { bpc: false, tlw: false },
    'google:suggestrelevance': [1250, 650, 600],
    'google:suggesttype': ['QUERY', 'QUERY', 'NAVIGATION'],
    'google:verbatimrelevance': 1300,
  },
]);
const typed = (types: unknown) => JSON.stringify(['q', ['q a', 'q b'], [], { 'google:suggesttype': types }]);

/** What the contract shows of each engine, word for word where it gives all of it. */
const shapes: [EngineId, string, string | Buffer, string[] | string][] = [
  [
    'google',
    'client=firefox',
    '["seo tool",["seo tools","seo tools free"],[],{"google:suggestsubtypes":[[512,433],[512]]}]',
    ['seo tools', 'seo tools free'],
  ],
  ['google', 'client=chrome, without addresses', chrome, ['coffee near me', 'coffee shops near me']],
  ['google', 'an address without types', '["a",["https://a.example","a b"]]', ['a b']],
  ['google', 'types of another form', typed('QUERY'), ['q a', 'q b']],
  ['google', 'fewer types than suggestions', typed(['NAVIGATION']), ['q b']],
  ['google', 'callback=', 'cb && cb(["q",["a"],[],{"google:x":1}])', ['a']],
  ['google', 'what it prints in bold', '["q",["q <b>r&amp;d</b>&#39;s"]]', ["q r&d's"]],
  ['google', 'a tag that is searched for', '["q",["html <b> tag &amp;"]]', ['html <b> tag &amp;']],
  ['google', 'nothing', '["q",[],[],{}]', []],
  ['bing', 'osjson', '["seo tool",["seo tool","seo tools free"]]', ['seo tool', 'seo tools free']],
  [
    'bing',
    'qsonhs',
    '{"AS":{"Query":"前端","FullResults":1,"Results":[{"Type":"AS","Suggests":[{"Txt":"前端工程师","Type":"AS","Sk":"AS1","HCS":0.0355}]}]}}',
    ['前端工程师'],
  ],
  ['bing', 'qsonhs without results', '{"AS":{"Query":"关键字","FullResults":0}}', []],
  ['bing', 'qsonhs that keeps its results back', '{"AS":{"Query":"关键字","FullResults":1}}', 'unreadable'],
  [
    'bing',
    'qsonhs in a guarded callback with a comment',
    `if(typeof cb == 'function') cb({"AS":{"Query":"a","FullResults":1,"Results":[{"Suggests":[{"Txt":"a b"}]}]}}/* pageview_candidate */);`,
    ['a b'],
  ],
  ['duckduckgo', 'type=list', '["seo tool",["seo tools","seo tools free"]]', ['seo tools', 'seo tools free']],
  ['duckduckgo', 'objects', '[{"phrase":"seo tools"},{"phrase":"seo tools free"}]', ['seo tools', 'seo tools free']],
  ['duckduckgo', 'an empty list of either', '[]', []],
  ['duckduckgo', 'an empty list', '["q",[]]', []],
  [
    'baidu',
    'sugrec',
    '{"q":"长尾词","p":false,"g":[{"type":"sug","sa":"s_1","q":"长尾词挖掘"},{"type":"direct_new","sa":"s_2","q":"长尾词是什么意思"}],"slid":"13245","queryid":"0x1a2b"}',
    ['长尾词挖掘', '长尾词是什么意思'],
  ],
  ['baidu', 'sugrec without g', '{"q":"zzzz","p":false}', []],
  ['baidu', 'an object that says nothing of a query', '{"p":false}', 'unreadable'],
  ['baidu', 'a g that is none', '{"q":"a","p":false,"g":{}}', 'unreadable'],
  ['baidu', 'sugrec with cb=', 'name({"q":"a","p":false,"g":[{"q":"a b"}]})', ['a b']],
  ['baidu', 'su with action=opensearch', '["长尾词",["长尾词挖掘"]]', ['长尾词挖掘']],
  [
    'baidu',
    'su, with keys without quotes',
    'window.baidu.sug({q:"前端",p:false,s:["前端工程师","前端开发"]});',
    ['前端工程师', '前端开发'],
  ],
  ['baidu', 'su without suggestions', 'cb({q:"…",p:false,s:[]});', []],
  ['yandex', 'v=3', '["seo",["seo продвижение","seo оптимизация"]]', ['seo продвижение', 'seo оптимизация']],
  ['yandex', 'a callback', 'suggest.apply(["seo",["seo a"]],[])', ['seo a']],
  ['yandex', 'something before', '12;x=["seo",["seo a"]]', ['seo a']],
  ['yandex', 'a part of a callback', '?("seo a")["seo",["seo a"]])', ['seo a']],
  ['yandex', 'v=4', '["q",[["","text",{}]],{}]', 'unreadable'],
  ['yandex', 'no list', 'nothing', 'parse'],
  [
    'so360',
    'format=json',
    '{"query":"关键字","result":[{"word":"关键字查询"},{"word":"关键字工具"}],"version":"b","rec":""}',
    ['关键字查询', '关键字工具'],
  ],
  ['so360', 'callback=', 'x({"query":"a","result":[{"word":"a b"}]});', ['a b']],
  ['so360', 'without format', 'suggest_so({q:"a",p:true,s:["a b"]});', ['a b']],
  ['so360', 'nothing', '{"query":"a","result":[],"version":"b"}', []],
  ['so360', 'neither result nor s', '{"query":"a","version":"b"}', 'unreadable'],
  [
    'sogou',
    'its script',
    encodeGbk(
      'window.sogou.sug(["前端",["前端开发","前端框架"],["0;0;0;0","1;0;0;0"],["",""],["0"],"","suglabId_1"],-1)',
    ),
    ['前端开发', '前端框架'],
  ],
  ['sogou', 'nothing', 'window.sogou.sug(["zzzz",[],[],[],["0"],"","suglabId_1"],-1);', []],
  ['sogou', 'a script cut short', 'window.sogou.sug(["a",["a b"],["0;0', 'parse'],
];

describe('reading an answer', () => {
  test.each(shapes)('of %s: %s', (id, _name, body, expected) => {
    expect(read(id, body)).toEqual(expected);
  });

  test('every engine has a documented answer here', () => {
    expect(new Set(shapes.map(([id]) => id))).toEqual(new Set(engineIds));
  });

  test('keeps the order and repeats, trims, drops what is blank, and changes nothing else', () => {
    const body = JSON.stringify(['q', [' b ', 'a', '\u3000', 'a', 'Ａ  ｂ', 'e\u0301', '<i>x</i> &amp;']]);
    expect(read('bing', body)).toEqual(['b', 'a', 'a', 'Ａ  ｂ', 'e\u0301', '<i>x</i> &amp;']);
  });

  test.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml'])('takes %s for a block', (type) => {
    for (const id of engineIds) expect(read(id, '["q",[]]', type)).toBe('blocked');
  });

  test("takes Google's answer as the script that it calls itself, and Baidu's by its own type", () => {
    expect(read('google', '["q",["a"]]', 'text/javascript; charset=UTF-8')).toEqual(['a']);
    expect(read('google', '["q",["a"]]', 'text/plain')).toBe('unexpected_content_type');
    expect(read('baidu', '["q",["a"]]', 'baiduApp/json; v6.27.2.14')).toEqual(['a']);
  });
});

describe('decoding', () => {
  // Trail bytes of these are `[`, `]`, `\`, `{` and `}`.
  const trails = ['\x81\x5b', '\x81\x5d', '\x81\x5c', '\x81\x7b', '\x81\x7d'];
  const characters = trails.map((pair) => new TextDecoder('gbk').decode(Buffer.from(pair, 'latin1')));

  test.each(characters)('GBK comes before brackets are looked for (%s)', (character) => {
    const phrase = `前端${character}开发`;
    for (const type of ['text/javascript', 'text/javascript; charset=gbk', 'text/javascript; charset=utf-8']) {
      expect(read('sogou', encodeGbk(`window.sogou.sug(["前端",["${phrase}"]],-1)`), type)).toEqual([phrase]);
      expect(read('baidu', encodeGbk(`window.baidu.sug({q:"前端",p:false,s:["${phrase}"]});`), type)).toEqual([phrase]);
    }
  });

  test.each(['gbk', 'GB2312', '"gb18030"', 'iso-8859-1', 'nonsense', 'utf-8'])(
    'UTF-8 is read as such, though labelled %s',
    (label) => {
      const body = '["长尾词",["长尾词挖掘"]]';
      for (const id of ['google', 'baidu', 'sogou'] as const) {
        expect(read(id, body, `text/javascript; charset=${label}`)).toEqual(['长尾词挖掘']);
      }
    },
  );

  test('what could be both is read as the label says, and by Sogou always in GBK', () => {
    const body = encodeGbk('["模",["模"]]'); // C4 A3 is ģ in UTF-8
    expect(read('sogou', body)).toEqual(['模']);
    expect(read('sogou', body, 'text/javascript; charset=utf-8')).toEqual(['模']);
    expect(read('baidu', body, 'text/javascript; charset=GBK')).toEqual(['模']);
    expect(read('baidu', body)).toEqual(['ģ']);
  });

  test('Latin-1 is read where it is labelled', () => {
    const body = Buffer.from('["caf\xe9",["caf\xe9 noir"]]', 'latin1');
    expect(read('google', body, 'text/javascript; charset=ISO-8859-1')).toEqual(['café noir']);
  });

  test('a byte order mark is no part of the text', () => {
    expect(read('duckduckgo', '\ufeff["q",["a"]]')).toEqual(['a']);
  });
});

describe('whatever comes', () => {
  const json = fc.json({ maxDepth: 4 });
  const script = fc
    .tuple(
      fc.constantFrom('cb(', 'if(typeof cb)cb(', 'a && a(', '/**/', ''),
      json,
      fc.constantFrom(')', ');', ',-1)', ''),
    )
    .map((parts) => parts.join(''));
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
    fc.stringMatching(/^[[\]{}()"':,;a1\\/* -]{0,60}$/).map((text) => Buffer.from(text)),
    script.map((text) => Buffer.from(text)),
  );
  const type = fc.constantFrom('text/javascript', 'application/json; charset=gbk', 'text/html', 'a/b; charset=x', '');

  test('reading gives suggestions or says why not, and pages are never empty answers', () => {
    fc.assert(
      fc.property(fc.constantFrom(...engineIds), body, type, (id, bytes, contentType) => {
        const answer = read(id, bytes, contentType);
        if (contentType === 'text/html') expect(answer).toBe('blocked');
        else if (typeof answer === 'string')
          expect(['parse', 'unreadable', 'unexpected_content_type']).toContain(answer);
        else expect(answer.every((phrase) => phrase !== '' && phrase === phrase.trim())).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['[', '{a:', 'cb([', '"', "cb('", '/*', 'cb(/*', 'a', ' ', '\\'])('a long run of %j is no JSON', (part) => {
    expect(read('baidu', part.repeat(200_000))).toBe('parse');
  });

  test('suggestions come through in every form, whatever they are', () => {
    const phrase = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.trim() !== '' && !/[<:]/.test(text));
    fc.assert(
      fc.property(fc.array(phrase), (phrases) => {
        const expected = phrases.map((text) => text.trim());
        const list = JSON.stringify(['q', phrases]);
        const s = JSON.stringify(phrases);
        expect(read('google', list)).toEqual(expected);
        expect(read('google', `cb && cb(${list})`)).toEqual(expected);
        expect(read('yandex', `cb(${list})`)).toEqual(expected);
        expect(read('baidu', `window.baidu.sug({q:"q",p:false,s:${s}});`)).toEqual(expected);
        expect(read('so360', `x({q:'q',p:true,s:${s},});`)).toEqual(expected);
      }),
    );
  });
});

describe('the query', () => {
  const parametersOf = (id: EngineId, locale = EN) => {
    return Object.fromEntries(new URL(engineOf(id).urlPath('seo tool', locale), 'https://a.example').searchParams);
  };

  test('tells language and country in the words of each engine', () => {
    expect(parametersOf('google')).toMatchObject({ hl: 'en', gl: 'us', ie: 'utf-8', oe: 'utf-8', client: 'firefox' });
    expect(parametersOf('google', ZH)).toMatchObject({ hl: 'zh-CN', gl: 'cn' });
    expect(parametersOf('bing')).toMatchObject({ language: 'en-US', market: 'en-US' });
    expect(parametersOf('bing', ZH)).toMatchObject({ language: 'zh-CN', market: 'zh-CN' });
    expect(parametersOf('duckduckgo')).toMatchObject({ kl: 'us-en', type: 'list' });
    expect(parametersOf('duckduckgo', ZH)).toMatchObject({ kl: 'cn-zh' });
    expect(parametersOf('yandex', { language: 'ru', region: 'RU' })).toMatchObject({ uil: 'ru' });
    expect(parametersOf('yandex', ZH)).toMatchObject({ uil: 'en' });
  });

  test('tells the Chinese engines to speak UTF-8', () => {
    expect(parametersOf('baidu')).toMatchObject({ ie: 'utf-8', oe: 'utf-8', json: '1' });
    expect(parametersOf('so360')).toMatchObject({ encodein: 'utf-8', encodeout: 'utf-8', format: 'json' });
  });

  test('is escaped, whatever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...engines), fc.string({ unit: 'binary' }), (engine, query) => {
        const path = engine.urlPath(query, EN);
        expect(path).toMatch(/^\/[\w./-]*\?[\w.~*+=&%-]*$/);
        expect([...new URL(path, engine.baseUrl).searchParams.values()]).toContain(query.toWellFormed());
      }),
    );
  });
});
