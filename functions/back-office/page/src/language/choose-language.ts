export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

export const STORED_LANGUAGE = 'back-office.language';
/** Of the document. */
export const LOCALES: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

/** The first of the browser's languages that the page supports, or else English. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = languages.find((language) => language === baseOf(tag));
    if (found) return found;
  }
  return 'en';
}

/**
 * The locale that metrics and times of a language are written in: the browser's own variant of the language, such as
 * `en-GB`, or else the language.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => baseOf(tag) === language && isSupported(tag)) ?? language;
}

/** Chrome on Linux may have tags that are not BCP 47, such as `en-US@posix`. */
function isSupported(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0];
