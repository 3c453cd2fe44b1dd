import { createContext, useContext } from 'react';
import type { Language } from './choose-language.ts';
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
