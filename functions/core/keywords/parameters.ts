import * as z from 'zod/mini';
import { message } from '../platform/http/message.ts';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import { countries, type EngineId, engineIds, languages, type Locale } from './choices.ts';
import { charCount, NO_TEXT, normaliseKeyword } from '../analysis/words/words.ts';
import { languageOf, mainRegion } from '../analysis/words/language.ts';

const ID = `(?:${engineIds.join('|')})`;

/**
 * One or several engines, separated by commas. Read as a list in the order of `engineIds`; empty where the
 * parameter is absent.
 *
 * @param meaning first words of the description
 */
export function enginesParameter(meaning: string) {
  const parameter = textParameter(readEngines, {
    description: `${meaning}: one or several of ${engineIds.join(', ')}, separated by commas. All engines where it is absent`,
    form: { type: 'string', pattern: `^${ID}(?:,${ID})*$` },
    examples: ['google,bing'],
  });
  return z._default(parameter, []);
}

function readEngines(text: string): EngineId[] {
  const given = text.split(',').map((id) => id.trim());
  if (!given.every((id) => engineIds.some((known) => known === id))) {
    throw new BadValue(message`must be of ${{ known: engineIds }}, separated by commas`);
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
  if (keyword.includes(NO_TEXT)) throw new BadValue('must be text in UTF-8');
  if (keyword !== '' && charCount(keyword) <= MAX_CHARACTERS) return keyword;
  throw new BadValue(message`must have from ${{ min: 1 }} to ${{ max: MAX_CHARACTERS }} characters`);
}

/** What a caller asked for; what is absent is told from the text and the language. */
interface AskedLocale {
  language?: { tag: string; region: string | null } | undefined;
  country?: string | undefined;
}

const language = textParameter(readLanguage, {
  description: `Language to ask in, a BCP 47 tag: ${languages.join(', ')}, in any case. A region behind it is the market, unless country names another (pt-BR, zh-TW). Told from the text where it is absent`,
  form: { type: 'string', pattern: `^(?:${languages.join('|')}|zh)(?:-(?:${countries.join('|')}))?$` },
  examples: ['de'],
});
const country = textParameter(readCountry, {
  description: `Market to ask in, ISO 3166-1: ${countries.join(', ')}, in any case. The main one of the language where it is absent`,
  form: { type: 'string', pattern: `^(?:${countries.join('|')})$` },
  examples: ['DE'],
});

/** The parameters `language` and `country`. */
export const localeParameters = { language: z.optional(language), country: z.optional(country) };

function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (countries.includes(code)) return code;
  throw new BadValue(message`must be one of ${{ known: countries }}`);
}

/** @returns a tag of `languages` and its region */
function readLanguage(text: string): { tag: string; region: string | null } {
  const locale = parse(text);
  const asked = locale && knownLanguage(locale);
  if (asked) return asked;
  throw new BadValue(message`must be one of ${{ known: languages }}, with a market behind it or not (pt-BR)`);
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
    // Variants and extensions would change nothing.
    const { language, script, region } = locale;
    return [language, script, region].filter((part) => part !== undefined).join('-') === locale.toString()
      ? locale
      : null;
  } catch {
    return null;
  }
}

/**
 * The locale to ask in.
 *
 * @param text search text, in the normal form
 */
export function localeOf(text: string, { language: asked, country }: AskedLocale): Locale {
  const language = asked ? languageCode(asked.tag) : languageOf(text);
  return { language, region: country ?? asked?.region ?? mainRegion(language) };
}

const languageCode = (tag: string) => (tag === 'zh-Hans' ? 'zh' : tag);

/** @returns the BCP 47 tag of a locale's language, as answers name it */
export const languageTag = ({ language }: Locale): string => (language === 'zh' ? 'zh-Hans' : language);
