import { useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import { useLanguage } from './use-language.ts';

/** How figures and times are written in the chosen language. */
export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => createFormat(language), [language]);
}
