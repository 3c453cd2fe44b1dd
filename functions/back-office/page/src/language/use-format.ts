import { useContext, useMemo } from 'react';
import { localeOf } from './choose-language.ts';
import { createFormat, type Format } from './format.ts';
import { useLanguage } from './use-language.ts';
import { ZoneContext } from './zone.ts';

/** Formats figures and times in the chosen language and zone, in the browser's own way. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const { zone } = useContext(ZoneContext);
  return useMemo(() => createFormat(localeOf(language, navigator.languages), zone), [language, zone]);
}
