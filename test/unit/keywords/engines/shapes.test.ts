import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EngineId, engineIds } from '../../../../functions/core/keywords/choices.ts';
import { engines } from '../../../../functions/core/keywords/engines/engines.ts';
import { readAnswer } from '../../../../functions/core/keywords/engines/read-answer.ts';
import { Refusal } from '../../../../functions/core/sources/providers/read-response.ts';
import { inFull, type WrittenAnswer } from '../../../../infra/sandbox/providers/fake.ts';
import { encodeGbk } from '../../../../infra/sandbox/providers/suggest/engines.ts';
import { complete } from '../../../../infra/sandbox/providers/suggest/vocabulary.ts';
import { readCases } from '../../../support/read-cases.ts';
import { EN, playEngines } from './ask-suggest.ts';

const engineOf = (id: EngineId) => engines.find((engine) => engine.id === id)!;

/** @returns the suggestions, or the error code */
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

/** A case of `test/cases/engine-answers.json`. */
interface Case extends WrittenAnswer {
  engine: EngineId;
  name: string;
  /** The body, which is sent in GBK. */
  gbk?: string;
  /** The suggestions, or the code of the error. */
  expect: string[] | string;
}

const cases = readCases<Case>('engine-answers');

describe('readAnswer', () => {
  test.each(cases)('reads an answer of $engine: $name', ({ engine, gbk, expect: expected, ...answer }) => {
    const body = gbk === undefined ? inFull(answer).body : encodeGbk(gbk);
    expect(read(engine, body, answer.type)).toEqual(expected);
  });

  test.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml'])('treats %s as a block', (type) => {
    for (const id of engineIds) expect(read(id, '["q",[]]', type)).toBe('blocked');
  });
});

describe('decoding', () => {
  // Trail bytes of these characters are `[`, `]`, `\`, `{` and `}`.
  const trails = ['\x81\x5b', '\x81\x5d', '\x81\x5c', '\x81\x7b', '\x81\x7d'];
  const characters = trails.map((pair) => new TextDecoder('gbk').decode(Buffer.from(pair, 'latin1')));

  test.each(characters)('GBK is decoded before brackets are searched (%s)', (character) => {
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

  test('Latin-1 is decoded when it is declared', () => {
    const body = Buffer.from('["caf\xe9",["caf\xe9 noir"]]', 'latin1');
    expect(read('google', body, 'text/javascript; charset=ISO-8859-1')).toEqual(['café noir']);
  });
});

describe('any response', () => {
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

  test('results in suggestions or an error, and a page is never an empty answer', () => {
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

  test.each(['[', '{a:', 'cb([', '"', "cb('", '/*', 'cb(/*', 'a', ' ', '\\'])(
    'is rejected in linear time when it is a long run of %j',
    (part) => {
      expect(read('baidu', part.repeat(200_000))).toBe('parse');
    },
  );

  test('with any suggestions in any form is read without changes', () => {
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

describe('a query', () => {
  test('is always escaped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...engines), fc.string({ unit: 'binary' }), (engine, query) => {
        const path = engine.urlPath(query, EN);
        expect(path).toMatch(/^\/[\w./-]*\?[\w.~*+=&%-]*$/);
        expect([...new URL(path, engine.baseUrl).searchParams.values()]).toContain(query.toWellFormed());
      }),
    );
  });
});

const played = playEngines();

describe('the suggestions of the fakes', () => {
  const normal = (phrase: string) => phrase.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

  test.each([
    ['how to bake bread', /^how to bake bread \S/],
    ['bake bread vs', /^bake bread vs \S/],
    ['best bake bread', /^best bake bread \S/],
    ['bake bread a', /^bake bread a\S/],
    ['bake bread 3', /^bake bread 3\S/],
    ['bake bread for', /^bake bread for \S/],
    ['什么是面包机', /^什么是面包机./],
    ['面包机多少钱', /^面包机多少钱./],
    ['面包机哪个好', /^面包机哪个好./],
    ['面包机怎么', /^面包机怎么./],
    ['面包机和', /^面包机和./],
    ['面包机 a', /^面包机(?:安装|案例|app)/],
    ['bake bread', /bake bread/],
  ])('complete %s, with the same result each time', (query, form) => {
    for (const engine of engineIds) {
      const phrases = complete(engine, query);
      expect(phrases.length).toBeGreaterThanOrEqual(8);
      expect(phrases.length).toBeLessThanOrEqual(10);
      expect(new Set(phrases.map(normal)).size).toBe(phrases.length);
      for (const phrase of phrases) expect(normal(phrase)).toMatch(form);
      expect(complete(engine, query)).toEqual(phrases);
    }
  });

  test.each(['bake bread', '面包机'])('overlap for %s, but are not equal', (query) => {
    const [google, ...others] = engineIds.map((engine) => complete(engine, query).map(normal));
    for (const other of others) {
      expect(other.filter((phrase) => google!.includes(phrase)).length).toBeGreaterThanOrEqual(4);
      expect(other).not.toEqual(google);
    }
  });

  test.each([
    ['de', 'zelt', 'zelt kaufen', 'zelt k', 'zelt kinder'],
    ['fr', 'tente', 'tente pas cher', 'tente d', 'tente decathlon'],
    ['es', 'carpa', 'carpa barato', 'carpa d', 'carpa decathlon'],
    ['it', 'tenda', 'tenda prezzi', 'tenda d', 'tenda decathlon'],
    ['pt', 'barraca', 'barraca preço', 'barraca d', 'barraca decathlon'],
    ['ja', 'テント', 'テント おすすめ', 'テント か', 'テント かわいい'],
    ['zh-TW', '帳篷', '帳篷推薦', '帳篷a', '帳篷amazon'],
  ])('in %s complete %j to %j, and %j to %j', (code, query, phrase, letter, word) => {
    expect(complete('google', query, code).map(normal)).toContain(phrase);
    expect(complete('google', letter, code).map(normal)).toContain(word);
    expect(complete('google', `${phrase} ${query}`, code).map(normal)).not.toContain(`${phrase} ${query} ${phrase}`);
  });
});

describe('an engine that is requested without its parameters', () => {
  test.each([
    ['Google requires a client', '/complete/search?oe=utf-8&q=面包机', 400, 'utf-8', /That’s an error/],
    [
      'Google replaces Chinese without oe',
      '/complete/search?client=firefox&q=面包机',
      200,
      'latin1',
      /^\["\?\?\?",\["/,
    ],
    ['Baidu answers in GBK without oe', '/sugrec?ie=utf-8&wd=面包机', 200, 'gbk', /^\{"q":"面包机","p":false,"g":\[/],
    ['Baidu reads GBK without ie', '/sugrec?oe=utf-8&wd=面包机', 200, 'utf-8', /^(?!.*面包机)/],
    ['Baidu omits an empty list', '/sugrec?ie=utf-8&oe=utf-8&wd=zzzz', 200, 'utf-8', /^(?!.*"g")/],
    ['360 fails for Chinese without encodings', '/suggest?word=面包机', 200, 'utf-8', /"result":\[\]/],
    ['Yandex counts', '/suggest-ff.cgi?part=bread&sn=1', 200, 'utf-8', /^\["bread",\["[^"]*"\]\]$/],
    [
      'Sogou always answers in GBK',
      '/api/getsug?key=面包机',
      200,
      'gbk',
      /^window\.sogou\.sug\(\["面包机",\[.*,-1\);$/,
    ],
  ])('%s', async (_name, path, status, encoding, form) => {
    const response = await fetch(played.url + path);
    expect(response.status).toBe(status);
    expect(new TextDecoder(encoding).decode(await response.arrayBuffer())).toMatch(form);
  });
});
