export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** The first of the browser's languages that the page supports, or else English. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'en';
}
