import { hanLanguage } from './chinese-script.ts';
import { latinLanguage } from './latin-language.ts';

/** Scripts that (almost) only one language uses; kana and Hangul are checked before Han. */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Laoo}/u, 'lo'],
  [/\p{sc=Khmr}/u, 'km'],
  [/\p{sc=Mymr}/u, 'my'],
  [/\p{sc=Hebr}/u, 'he'],
  // A single Greek letter is usually a scientific symbol.
  [/\p{sc=Grek}{2}/u, 'el'],
  [/\p{sc=Armn}/u, 'hy'],
  [/\p{sc=Geor}/u, 'ka'],
  [/\p{sc=Taml}/u, 'ta'],
  [/\p{sc=Telu}/u, 'te'],
  [/\p{sc=Knda}/u, 'kn'],
  [/\p{sc=Mlym}/u, 'ml'],
  [/\p{sc=Gujr}/u, 'gu'],
  [/\p{sc=Guru}/u, 'pa'],
  [/\p{sc=Sinh}/u, 'si'],
];

/** No letter of the other scripts is among these characters: a start is spared the regular expressions of all scripts. */
const LATIN = /^[\0-\u02ff]*$/;

/** The most spoken language of a script that several share. */
const SHARED_SCRIPTS: [RegExp, string][] = [
  [/\p{sc=Cyrl}/u, 'ru'],
  [/\p{sc=Arab}/u, 'ar'],
  [/\p{sc=Deva}/u, 'hi'],
  [/\p{sc=Beng}/u, 'bn'],
];

/**
 * @returns ISO 639 code if only one language uses the script of a text; null for Latin, Cyrillic, Arabic and other
 *   shared scripts
 */
export function scriptLanguage(text: string): string | null {
  if (LATIN.test(text)) return null;
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? null;
}

/** Whether a language has a script of its own: a word in another script is not one of its words. */
export function hasOwnScript(language: string): boolean {
  return SCRIPTS.some(([, own]) => own === language);
}

/**
 * Tells the language of a search text: by its script, Chinese and Japanese by their characters, Latin by words.
 *
 * @param text in the normal form
 * @returns language code as in a `Locale`; `en` if nothing tells another
 */
export function languageOf(text: string): string {
  const own = scriptLanguage(text);
  if (own !== null) return own === 'zh' ? hanLanguage(text) : own;
  return SHARED_SCRIPTS.find(([script]) => script.test(text))?.[1] ?? latinLanguage(text);
}

/**
 * The language of a phrase that an engine gave: that of its script, or else the one that it was asked in. Japanese may
 * be in Han characters alone.
 */
export function languageOfAnswer(phrase: string, asked: string): string {
  const own = scriptLanguage(phrase);
  return own === null || (own === 'zh' && asked === 'ja') ? asked : own;
}

/** @returns the market where a language has most speakers, by CLDR's likely subtags: `US` for `en`, `BR` for `pt` */
export function mainRegion(language: string): string {
  return new Intl.Locale(language).maximize().region ?? 'US';
}
