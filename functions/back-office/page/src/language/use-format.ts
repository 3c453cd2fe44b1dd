import { useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import { useLanguage } from './use-language.ts';

/** Formats figures and times in the chosen language. */
export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => createFormat(language), [language]);
}
