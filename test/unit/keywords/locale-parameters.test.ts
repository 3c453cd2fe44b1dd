import { readRule, textOfRule } from '../../../functions/core/platform/http/rules.ts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { languageOf, mainRegion } from '../../../functions/core/analysis/language/language.ts';
import { countries, engineIds, languages } from '../../../functions/core/keywords/choices.ts';
import { type KeywordFacts, keywordOf, mergeFacts, NO_SEED } from '../../../functions/core/keywords/keyword.ts';
import { languageTag, localeOf, localeParameters } from '../../../functions/core/keywords/parameters.ts';
import { suggestionList } from '../../../functions/core/keywords/suggestions/suggestion-cache.ts';
import { readCases } from '../../support/cases.ts';
import { texts } from './texts.ts';

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

  test('a code that is taken for that of a country is rejected with that of the country', () => {
    const { error } = parameters.safeParse({ country: 'uk' });
    expect(error?.issues.map(({ message }) => textOfRule(readRule(message)))).toEqual([
      'is not an ISO 3166-1 code; did you mean GB?',
    ]);
  });

  test.each(['XX', 'DEU', 'U', 'ſs'])('the country %j is rejected with the list of valid ones', (country) => {
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

const time = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 10, 1 + day)).toISOString());
const ranks = fc.dictionary(fc.constantFrom(...engineIds), fc.integer({ min: 1, max: 12 }));

const finding = fc
  .record({
    ranks,
    short_ranks: ranks,
    requested_engines: fc.subarray([...engineIds]).map((ids) => ids.toSorted()),
    language: fc.constantFrom('de', 'en'),
    first_seen_at: time,
  })
  .map((facts): KeywordFacts => ({
    keyword: 'seo tool',
    metrics: null,
    ...facts,
    last_seen_at: facts.first_seen_at,
  }));

test('merged facts depend neither on the order of the findings nor on repetitions', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 5 }), fc.nat(), (findings, offset) => {
      const merged = findings.reduce(mergeFacts);
      const rotated = findings.map((_, index) => findings[(index + offset) % findings.length]!).toReversed();
      expect([...rotated, ...findings].reduce(mergeFacts)).toEqual(mergeFacts(merged, merged));
    }),
  );
});

test('two findings are merged equally in either order, also when the language of one is unknown', () => {
  fc.assert(
    fc.property(finding, finding, fc.boolean(), (one, other, isKnown) => {
      const another = isKnown ? other : { ...other, language: null };
      expect(mergeFacts(one, another)).toEqual(mergeFacts(another, one));
    }),
  );
});

test('one more finding never lowers the score', () => {
  fc.assert(
    fc.property(finding, finding, (one, other) => {
      const [before, after] = [one, mergeFacts(one, other)].map((facts) => keywordOf(facts, NO_SEED).evidence);
      expect(after).toBeGreaterThanOrEqual(before!);
    }),
  );
});
