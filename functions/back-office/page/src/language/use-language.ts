import { createContext, useContext } from 'react';
import { type Language, localeOf } from './choose-language.ts';
import { createFormat, type Format, type Zone } from './format.ts';
import type { Translate } from './messages.ts';

interface LanguageValue {
  language: Language;
  translate: Translate;
}

export const LanguageContext = createContext<LanguageValue | null>(null);

/** The chosen language, and the function that returns the page's texts in it. */
export function useLanguage(): LanguageValue {
  const value = useContext(LanguageContext);
  if (value === null) throw new Error('No language is loaded yet');
  return value;
}

/** Returns the function that gives the page's texts in the chosen language. */
export function useTranslate(): Translate {
  return useLanguage().translate;
}

/** Formats metrics and times in the chosen language and zone, in the browser's own way. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const { zone } = useContext(ZoneContext);
  return formatFor(localeOf(language, navigator.languages), zone);
}

const formats = new Map<string, Format>();

/** One for all components: making one takes as long as drawing a row of a table. */
function formatFor(locale: string, zone: Zone): Format {
  const name = `${locale} ${zone}`;
  const format = formats.get(name) ?? createFormat(locale, zone);
  formats.set(name, format);
  return format;
}

export const ZoneContext = createContext<{ zone: Zone; choose: (zone: Zone) => void }>({ zone: 'utc', choose() {} });

/** The IANA name of the browser's zone, such as `Asia/Shanghai`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
