import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { suggestionList } from '../../../functions/core/keywords/research/suggestion-cache.ts';
import { languageOf, mainRegion } from '../../../functions/core/analysis/words/language.ts';
import { languageTag, localeOf, localeParameters } from '../../../functions/core/keywords/parameters.ts';
import { countries, languages } from '../../../functions/core/keywords/choices.ts';
import { texts } from './texts.ts';
import { readCases } from '../../support/cases.ts';

const cases = readCases<{ understood: [Record<string, string>, string][] }>('keywords/locale-parameters');

const parameters = z.object(localeParameters);

/** @returns language and market in the form of answers */
function understood(text: string, requested: Record<string, string>): string {
  const locale = localeOf(text, parameters.parse(requested));
  return `${languageTag(locale)} ${locale.region}`;
}

describe('language and country', () => {
  test.each(cases.understood)('%j: %s', (requested, answer) => {
    expect(understood('camping stove', requested)).toBe(answer);
  });

  test.each(['xx', 'english', 'de-XX', 'sr-Latn', 'de_DE', 'de-1901', 'zh-Hant-u-co-pinyin', '-', 'constructor'])(
    'the language %j is rejected with the list of valid ones',
    (language) => {
      const { error } = parameters.safeParse({ language, country: 'US' });
      expect(error?.issues).toMatchObject([
        { path: ['language'], message: expect.stringContaining('zh-Hant') as unknown },
      ]);
    },
  );

  test.each(['XX', 'UK', 'DEU', 'U', 'ſs'])('the country %j is rejected with the list of valid ones', (country) => {
    const { error } = parameters.safeParse({ country });
    expect(error?.issues).toMatchObject([{ path: ['country'], message: expect.stringContaining('GB') as unknown }]);
  });

  test('every listed language is accepted, and its market is in the list of countries', () => {
    for (const language of languages) {
      const locale = localeOf('', parameters.parse({ language }));
      expect([language, languageTag(locale), countries.includes(locale.region)]).toEqual([language, language, true]);
    }
  });

  test('locales of texts are in the lists', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const locale = localeOf(text, {});
        expect(languages).toContain(languageTag(locale));
        expect(countries).toContain(locale.region);
        expect(locale).toEqual({ language: languageOf(text), region: mainRegion(languageOf(text)) });
      }),
    );
  });

  test('simplified and traditional Chinese of one market are distinguished', () => {
    const [one, other] = ['zh-Hans', 'zh-Hant'].map((language) =>
      localeOf('', parameters.parse({ language, country: 'HK' })),
    );
    expect(suggestionList('天', one!)).not.toBe(suggestionList('天', other!));
  });
});
