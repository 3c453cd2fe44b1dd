/** The members of a macrolanguage that pages name by either tag (ISO 639-3): Norwegian. */
const MACROLANGUAGES: Record<string, string> = { nb: 'no', nn: 'no' };

interface Language {
  /** Primary language subtag, in its canonical form: `he` for `iw`. */
  primary: string;
  /** As written, or as the region of Chinese implies it; null otherwise. */
  script: string | null;
}

/**
 * Whether two language tags name the same language, and the same script where both tell one. Regions need not agree: a
 * page in `en` may be meant for `en-GB`.
 *
 * @param lang such as the `lang` of a page; `_` counts as `-`
 * @param hreflang such as `zh-TW`; `x-default` is no language
 * @returns null where one of them names none
 */
export function sameLanguage(lang: string | null, hreflang: string): boolean | null {
  const [one, other] = [languageOf(lang ?? ''), languageOf(hreflang)];
  if (!one || !other) return null;
  const [a, b] = [one.primary, other.primary];
  const isSame = a === b || MACROLANGUAGES[a] === b || MACROLANGUAGES[b] === a;
  return isSame && (one.script === null || other.script === null || one.script === other.script);
}

function languageOf(tag: string): Language | null {
  const written = tag.trim().replaceAll('_', '-');
  const primary = /^[a-z]{2,3}(?![^-])/i.exec(written)?.[0];
  if (primary === undefined || primary.toLowerCase() === 'und') return null;
  // What follows the language may be invalid, as in `en-`: the language is named nevertheless.
  const locale = localeOf(written) ?? localeOf(primary);
  if (!locale) return null;
  // Of other languages, two scripts may be in use in one region, as of Serbian.
  const implied = locale.language === 'zh' && locale.region !== undefined ? locale.maximize().script : undefined;
  return { primary: locale.language, script: locale.script ?? implied ?? null };
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
