import { describe, expect, test } from '@jest/globals';
import { engineIds } from '../../../functions/shared/keywords/engine-id.ts';
import { complete } from '../../../infra/sandbox/providers/suggest/vocabulary.ts';
import { playEngines } from './ask-suggest.ts';

const played = playEngines();

/** What a stand-in answers at a path, as it sends it. */
async function fetched(path: string) {
  const response = await fetch(played.url + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type')!, bytes, text: bytes.toString() };
}

describe('what the stand-ins suggest', () => {
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
  ])('completes %s, the same each time', (query, form) => {
    for (const engine of engineIds) {
      const phrases = complete(engine, query);
      expect(phrases.length).toBeGreaterThanOrEqual(8);
      expect(phrases.length).toBeLessThanOrEqual(10);
      expect(new Set(phrases.map(normal)).size).toBe(phrases.length);
      for (const phrase of phrases) expect(normal(phrase)).toMatch(form);
      expect(complete(engine, query)).toEqual(phrases);
    }
  });

  test.each(['bake bread', '面包机'])('engines agree on much of %s, but not on all', (query) => {
    const [google, ...others] = engineIds.map((engine) => complete(engine, query).map(normal));
    for (const other of others) {
      expect(other.filter((phrase) => google!.includes(phrase)).length).toBeGreaterThanOrEqual(4);
      expect(other).not.toEqual(google);
    }
  });

  test('some of it is written oddly', () => {
    const phrases = engineIds.flatMap((engine) => complete(engine, 'bake bread'));
    expect(phrases.some((phrase) => phrase !== normal(phrase))).toBe(true);
  });

  test.each([
    ['de', 'zelt', 'zelt kaufen', 'zelt k', 'zelt kinder'],
    ['fr', 'tente', 'tente pas cher', 'tente d', 'tente decathlon'],
    ['es', 'carpa', 'carpa barato', 'carpa d', 'carpa decathlon'],
    ['it', 'tenda', 'tenda prezzi', 'tenda d', 'tenda decathlon'],
    ['pt', 'barraca', 'barraca preço', 'barraca d', 'barraca decathlon'],
    ['ja', 'テント', 'テント おすすめ', 'テント か', 'テント かわいい'],
    ['zh-TW', '帳篷', '帳篷推薦', '帳篷a', '帳篷amazon'],
  ])('in %s, %j is completed to %j, and %j to %j', (code, query, phrase, letter, word) => {
    expect(complete('google', query, code).map(normal)).toContain(phrase);
    expect(complete('google', letter, code).map(normal)).toContain(word);
    expect(complete('google', `${phrase} ${query}`, code).map(normal)).not.toContain(`${phrase} ${query} ${phrase}`);
  });

  test('things are mostly suggested in the plural, and misspellings corrected, by all engines alike', () => {
    for (const engine of engineIds) {
      const shirts = complete(engine, 'nurse shirt').map(normal);
      expect(shirts.filter((phrase) => phrase.includes('nurse shirts')).length).toBeGreaterThan(shirts.length / 2);
      expect(shirts.some((phrase) => !phrase.includes('nurse shirts'))).toBe(true);
      expect(
        complete(engine, 'jmter')
          .map(normal)
          .every((phrase) => phrase.includes('jmeter')),
      ).toBe(true);
    }
  });

  test('nobody has anything to add to zzzz', () => {
    for (const query of ['zzzz', 'zzzz tool', 'how to zzzz', '什么是zzzz', '']) {
      expect(complete('google', query)).toEqual([]);
    }
  });
});

describe('the traps of the engines', () => {
  test('Google calls JSON a script, wants a client, and loses Chinese without oe', async () => {
    const good = await fetched('/complete/search?client=firefox&oe=utf-8&q=面包机');
    expect(good.type).toBe('text/javascript; charset=UTF-8');
    expect(JSON.parse(good.text)).toMatchObject(['面包机', played.requests.at(-1)!.phrases, [], {}]);
    expect((await fetched('/complete/search?q=a')).status).toBe(400);
    const lost = await fetched('/complete/search?client=firefox&q=面包机');
    expect((JSON.parse(lost.bytes.toString('latin1')) as unknown[])[0]).toBe('???');
  });

  test("Google's dictionary stands elsewhere for another client, and tells addresses apart", async () => {
    const { text } = await fetched('/complete/search?client=chrome&oe=utf-8&q=bake');
    const [, said, , , details] = JSON.parse(text) as [string, string[], unknown, unknown, Record<string, string[]>];
    expect(details['google:suggesttype']![2]).toBe('NAVIGATION');
    expect(said[2]).toBe('https://www.bake.com');
    expect(played.requests.at(-1)!.phrases).toEqual(said.toSpliced(2, 1));
  });

  test('Bing leaves the results out where there are none', async () => {
    expect((await fetched('/qsonhs.aspx?q=zzzz')).text).toBe('{"AS":{"Query":"zzzz","FullResults":0}}');
    expect((await fetched('/qsonhs.aspx?q=a&type=cb&cb=f')).text).toMatch(
      /^if\(typeof f == 'function'\) f\(.*\*\/\);$/,
    );
  });

  test('DuckDuckGo gives objects unless a list is asked for', async () => {
    expect((await fetched('/ac/?q=bake')).text).toMatch(/^\[\{"phrase":/);
  });

  test('Baidu leaves g out where there is nothing, and speaks GBK unless told otherwise', async () => {
    expect((await fetched('/sugrec?ie=utf-8&oe=utf-8&json=1&wd=zzzz')).text).not.toContain('"g"');
    const older = await fetched('/su?ie=utf-8&wd=面包机');
    expect(new TextDecoder('gbk', { fatal: true }).decode(older.bytes)).toMatch(
      /^window\.baidu\.sug\(\{q:"面包机",p:false/,
    );
    expect((await fetched('/su?wd=面包机&oe=utf-8')).text).not.toContain('面包机');
  });

  test('Yandex counts, and nests in its fourth version', async () => {
    expect((JSON.parse((await fetched('/suggest-ff.cgi?part=a&sn=3')).text) as string[][])[1]).toHaveLength(3);
    expect((await fetched('/suggest-ff.cgi?part=bake&v=4')).text).toMatch(/^\["bake",\[\["",/);
  });

  test('360 fails for Chinese without both encodings', async () => {
    expect((await fetched('/suggest?format=json&word=面包机')).text).toContain('"result":[]');
    expect((await fetched('/suggest?format=json&word=bread')).text).toContain('"result":[{"word":');
    expect((await fetched('/suggest?word=bread')).text).toMatch(/^suggest_so\(\{q:"bread",p:true,s:\["/);
  });

  test('Sogou answers a script in GBK at either address', async () => {
    for (const path of ['/api/getsug?key=面包机', '/suggnew/ajajjson?type=web&ie=utf-8&key=面包机']) {
      const { type, bytes } = await fetched(path);
      expect(type).toBe('text/javascript');
      const text = new TextDecoder('gbk', { fatal: true }).decode(bytes);
      expect(text).toMatch(/^window\.sogou\.sug\(\["面包机",\[.*\],-1\);$/);
    }
  });
});
