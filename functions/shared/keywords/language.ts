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

/** The most spoken language of a script that several share. */
const SHARED_SCRIPTS: [RegExp, string][] = [
  [/\p{sc=Cyrl}/u, 'ru'],
  [/\p{sc=Arab}/u, 'ar'],
  [/\p{sc=Deva}/u, 'hi'],
  [/\p{sc=Beng}/u, 'bn'],
];

const REGIONS: Record<string, string> = {
  ar: 'EG',
  bn: 'BD',
  el: 'GR',
  en: 'US',
  gu: 'IN',
  he: 'IL',
  hi: 'IN',
  hy: 'AM',
  ja: 'JP',
  ka: 'GE',
  km: 'KH',
  kn: 'IN',
  ko: 'KR',
  lo: 'LA',
  ml: 'IN',
  my: 'MM',
  pa: 'IN',
  ru: 'RU',
  si: 'LK',
  ta: 'IN',
  te: 'IN',
  th: 'TH',
  zh: 'CN',
};

/**
 * @returns ISO 639 code if only one language uses the script of a text; null for Latin, Cyrillic, Arabic and other
 *   shared scripts
 */
export function scriptLanguage(text: string): string | null {
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? null;
}

/** Whether a language has a script of its own: a word in another script is not one of its words. */
export function hasOwnScript(language: string): boolean {
  return SCRIPTS.some(([, own]) => own === language);
}

/** @returns language and region for suggestions to a text; `en-US` if its script is Latin or it has no letters */
export function seedLocale(text: string): { language: string; region: string } {
  const shared = SHARED_SCRIPTS.find(([script]) => script.test(text))?.[1];
  const language = scriptLanguage(text) ?? shared ?? 'en';
  return { language, region: REGIONS[language] ?? 'US' };
}
