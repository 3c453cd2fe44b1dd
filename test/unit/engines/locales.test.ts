import { describe, expect, test } from '@jest/globals';
import { engines } from '../../../functions/shared/engines/index.ts';
import { enginesOf, type EngineId } from '../../../functions/shared/keywords/engine-id.ts';
import { localeOf, localeParameters } from '../../../functions/shared/keywords/locale-parameters.ts';
import { countries, languages } from '../../../functions/shared/keywords/locales.ts';

const localeFor = (tag: string, country?: string) =>
  localeOf('', { language: localeParameters.language.parse(tag), country });

/** @returns the parameters by which an engine is asked in a language for a market */
function asked(id: EngineId, tag: string, country?: string): Record<string, string> {
  const path = engines.find((engine) => engine.id === id)!.urlPath('query', localeFor(tag, country));
  return Object.fromEntries(new URL(path, 'https://engine.example').searchParams);
}

describe('each engine has its own parameters for language and market', () => {
  test.each([
    ['en', 'en', 'us'],
    ['en-GB', 'en', 'uk'],
    ['de', 'de', 'de'],
    ['zh-Hans', 'zh-CN', 'cn'],
    ['zh-Hant', 'zh-TW', 'tw'],
    ['zh-HK', 'zh-TW', 'hk'],
    ['pt', 'pt-BR', 'br'],
    ['pt-PT', 'pt-PT', 'pt'],
    ['he', 'iw', 'il'],
    ['nb', 'no', 'no'],
    ['ja', 'ja', 'jp'],
  ])('Google: %s is hl=%s, gl=%s', (tag, hl, gl) => {
    expect(asked('google', tag)).toMatchObject({ hl, gl });
  });

  test.each([
    ['en', 'en-US', 'en'],
    ['en-GB', 'en-GB', 'en'],
    ['de-AT', 'de-AT', 'de'],
    ['zh-Hans', 'zh-CN', 'zh-hans'],
    ['zh-Hant', 'zh-TW', 'zh-hant'],
    ['nb', 'no-NO', 'nb'],
  ])('Bing: %s is market=%s, setlang=%s', (tag, market, setlang) => {
    expect(asked('bing', tag)).toMatchObject({ market, language: market, setlang });
  });

  test.each([
    ['en', 'us-en'],
    ['en-GB', 'uk-en'],
    ['es-US', 'ue-es'],
    ['fr-CH', 'ch-fr'],
    ['ja', 'jp-jp'],
    ['ko', 'kr-kr'],
    ['zh-Hans', 'cn-zh'],
    ['zh-Hant', 'tw-tzh'],
    ['zh-HK', 'hk-tzh'],
    ['nb', 'no-no'],
    ['sv', 'se-sv'],
    ['uk', 'ua-uk'],
    ['ar', 'xa-ar'],
    ['fa', 'wt-wt'],
    ['de-US', 'wt-wt'],
  ])('DuckDuckGo: %s is kl=%s', (tag, kl) => {
    expect(asked('duckduckgo', tag)).toMatchObject({ kl });
  });

  test.each([
    ['ru', 'ru', '225'],
    ['tr', 'tr', '983'],
    ['uk', 'en', '187'],
    ['de', 'en', undefined],
  ])('Yandex: %s is uil=%s, lr=%s', (tag, uil, lr) => {
    const parameters = asked('yandex', tag);
    expect([parameters.uil, parameters.lr]).toEqual([uil, lr]);
  });

  test.each(['baidu', 'so360', 'sogou'] as const)('%s has none', (id) => {
    expect(asked(id, 'ja')).toEqual(asked(id, 'zh-Hans'));
  });

  test('they are well-formed for every language in every market', () => {
    for (const tag of languages) {
      for (const country of countries) {
        const { hl, gl } = asked('google', tag, country);
        expect(`${hl} ${gl}`).toMatch(/^[a-z]{2}(?:-[A-Z]{2})? [a-z]{2}$/);
        expect(asked('bing', tag, country).market).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
        expect(asked('duckduckgo', tag, country).kl).toMatch(/^[a-z]{2}-[a-z]{2,3}$/);
      }
    }
  });
});

test('engines that know Chinese alone are asked in Chinese alone', () => {
  const western = ['google', 'bing', 'duckduckgo', 'yandex'];
  const all = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
  expect(['en', 'de', 'ja', 'zh', 'zh-Hant'].map(enginesOf)).toEqual([all, western, western, all, all]);
});
