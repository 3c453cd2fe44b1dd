import * as z from 'zod/mini';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import { countries, type EngineId, engineIds, languages, type Locale } from './choices.ts';
import { charCount, NO_TEXT, normaliseKeyword } from '../analysis/language/words.ts';
import { languageOf, mainRegion } from '../analysis/language/language.ts';

const ID = `(?:${engineIds.join('|')})`;

/**
 * One or several engines, separated by commas. The value is a list in the order of `engineIds`, empty if the parameter
 * is absent.
 *
 * @param meaning first words of the description
 */
export function enginesParameter(meaning: string) {
  const parameter = textParameter(readEngines, {
    description: `${meaning}: one or more of ${engineIds.join(', ')}, separated by commas. Default: all engines`,
    form: { type: 'string', pattern: `^${ID}(?:,${ID})*$` },
    examples: ['google,bing'],
  });
  return z._default(parameter, []);
}

function readEngines(text: string): EngineId[] {
  const given = text.split(',').map((id) => id.trim());
  if (!given.every((id) => engineIds.some((known) => known === id))) {
    throw new BadValue('some_of', { known: engineIds });
  }
  return engineIds.filter((id) => given.includes(id));
}

const MAX_CHARACTERS = 100;

/**
 * A keyword in any script, which is transformed to its normal form.
 *
 * @param meaning first words of the description
 */
export function keywordParameter(meaning: string) {
  return textParameter(readKeyword, {
    description: `${meaning}; 1 to ${MAX_CHARACTERS} characters in any script, counted in the normal form (NFKC, lower case, spaces collapsed)`,
    form: { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS },
    examples: ['camping stove'],
  });
}

function readKeyword(text: string): string {
  const keyword = normaliseKeyword(text);
  if (keyword.includes(NO_TEXT)) throw new BadValue('utf8');
  if (keyword !== '' && charCount(keyword) <= MAX_CHARACTERS) return keyword;
  throw new BadValue('keyword_length', { min: 1, max: MAX_CHARACTERS });
}

/** Requested locale; absent members are derived from the text and the language. */
interface RequestedLocale {
  language?: { tag: string; region: string | null } | undefined;
  country?: string | undefined;
}

const language = textParameter(readLanguage, {
  description: `Language of the search, a BCP 47 tag in any case: ${languages.join(', ')}. A region after it is the market (pt-BR, zh-TW), unless country is given. Default: the language of the text`,
  form: { type: 'string', pattern: `^(?:${languages.join('|')}|zh)(?:-(?:${countries.join('|')}))?$` },
  examples: ['de'],
});
const country = textParameter(readCountry, {
  description: `Market of the search, ISO 3166-1 in any case: ${countries.join(', ')}. Default: the main market of the language`,
  form: { type: 'string', pattern: `^(?:${countries.join('|')})$` },
  examples: ['DE'],
});

/** The parameters `language` and `country`. */
export const localeParameters = { language: z.optional(language), country: z.optional(country) };

function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (countries.includes(code)) return code;
  const nearest = MISTAKEN_COUNTRIES[code];
  if (nearest) throw new BadValue('country_similar', { nearest });
  throw new BadValue('one_of', { known: countries });
}

/** Codes that are commonly taken for those of countries (ISO 3166-1, reserved codes, and languages). */
const MISTAKEN_COUNTRIES: Record<string, string> = {
  UK: 'GB',
  EN: 'GB',
  JA: 'JP',
  KO: 'KR',
  ZH: 'CN',
  CS: 'CZ',
  DA: 'DK',
};

/** @returns a tag of `languages` and its region */
function readLanguage(text: string): { tag: string; region: string | null } {
  const locale = parse(text);
  const requested = locale && knownLanguage(locale);
  if (requested) return requested;
  throw new BadValue('language', { known: languages });
}

/** @returns null for a language or region that no engine has */
function knownLanguage(locale: Intl.Locale): { tag: string; region: string | null } | null {
  const { language, script, region = null } = locale;
  const full = locale.maximize();
  // Norwegian is written in Bokmål.
  const name = language === 'no' ? 'nb' : language;
  const tag = name === 'zh' ? `zh-${full.script}` : name;
  const isUsual = name === 'zh' || script === undefined || script === new Intl.Locale(name).maximize().script;
  const isKnown = languages.includes(tag) && isUsual && (region === null || countries.includes(region));
  return isKnown ? { tag, region } : null;
}

function parse(text: string): Intl.Locale | null {
  try {
    const locale = new Intl.Locale(text);
    // Variants and extensions are not used.
    const { language, script, region } = locale;
    return [language, script, region].filter((part) => part !== undefined).join('-') === locale.toString()
      ? locale
      : null;
  } catch {
    return null;
  }
}

/**
 * Returns the locale of a search.
 *
 * @param text search text, in the normal form
 */
export function localeOf(text: string, { language: requested, country }: RequestedLocale): Locale {
  const language = requested ? languageCode(requested.tag) : languageOf(text);
  return { language, region: country ?? requested?.region ?? mainRegion(language) };
}

const languageCode = (tag: string) => (tag === 'zh-Hans' ? 'zh' : tag);

/** @returns the BCP 47 tag of a locale's language, as in answers */
export const languageTag = ({ language }: Locale): string => (language === 'zh' ? 'zh-Hans' : language);
