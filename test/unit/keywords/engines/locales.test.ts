import { describe, expect, test } from '@jest/globals';
import { engines } from '../../../../functions/core/keywords/engines/engines.ts';
import { countries, type EngineId, enginesOf, languages } from '../../../../functions/core/keywords/choices.ts';
import { localeOf, localeParameters } from '../../../../functions/core/keywords/parameters.ts';
import { readCases } from '../../../support/read-cases.ts';

const localeFor = (tag: string, country?: string) =>
  localeOf('', { language: localeParameters.language.parse(tag), country });

/** @returns the parameters of a request to an engine in a language for a market */
function parametersOf(id: EngineId, tag: string, country?: string): Record<string, string> {
  const path = engines.find((engine) => engine.id === id)!.urlPath('query', localeFor(tag, country));
  return Object.fromEntries(new URL(path, 'https://engine.example').searchParams);
}

interface Case {
  engine: EngineId;
  locale: string;
  /** Some of them; `null` for one that is missing. */
  parameters: Record<string, string | null>;
}

describe('parameters for language and market', () => {
  test.each(readCases<Case>('engine-locales'))(
    'of $engine for $locale are as documented',
    ({ engine, locale, parameters }) => {
      const { lr = null, ...others } = parametersOf(engine, locale);
      expect(engine === 'yandex' ? { ...others, lr } : others).toMatchObject(parameters);
    },
  );

  test.each(['baidu', 'so360', 'sogou'] as const)('of %s do not exist', (id) => {
    expect(parametersOf(id, 'ja')).toEqual(parametersOf(id, 'zh-Hans'));
  });

  test('are well-formed for every language in every market', () => {
    for (const tag of languages) {
      for (const country of countries) {
        const { hl, gl } = parametersOf('google', tag, country);
        expect(`${hl} ${gl}`).toMatch(/^[a-z]{2}(?:-[A-Z]{2})? [a-z]{2}$/);
        expect(parametersOf('bing', tag, country).market).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
        expect(parametersOf('duckduckgo', tag, country).kl).toMatch(/^[a-z]{2}-[a-z]{2,3}$/);
      }
    }
  });
});

test('Chinese engines are only requested in Chinese', () => {
  const western = ['google', 'bing', 'duckduckgo', 'yandex'];
  const all = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
  expect(['en', 'de', 'ja', 'zh', 'zh-Hant'].map(enginesOf)).toEqual([all, western, western, all, all]);
});
