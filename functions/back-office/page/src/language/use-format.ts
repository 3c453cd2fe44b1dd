import { useContext } from 'react';
import { localeOf } from './choose-language.ts';
import { createFormat, type Format } from './format.ts';
import { useLanguage } from './use-language.ts';
import { type Zone, ZoneContext } from './zone.ts';

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
