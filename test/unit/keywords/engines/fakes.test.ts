import { describe, expect, test } from '@jest/globals';
import { engineIds } from '../../../../functions/core/keywords/choices.ts';
import { complete } from '../../../../infra/sandbox/providers/suggest/vocabulary.ts';
import { playEngines } from './ask-suggest.ts';

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
