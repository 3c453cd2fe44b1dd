/** Languages whose words have no spaces between them. */
const UNSPACED = ['zh', 'zh-Hant', 'ja', 'th', 'lo', 'km', 'my'];

/** @param language as in a `Locale` */
export const isSpaced = (language: string): boolean => !UNSPACED.includes(language);
