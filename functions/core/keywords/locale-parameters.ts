import * as z from 'zod/mini';
import { message } from '../platform/http/message.ts';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import type { Locale } from './engine-id.ts';
import { languageOf, mainRegion } from '../analysis/words/language.ts';
import { countries, languages } from './locales.ts';

/** What a caller asked for; what is absent is told from the text and the language. */
export interface AskedLocale {
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
