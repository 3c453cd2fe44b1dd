import { createContext, useContext } from 'react';
import type { Language } from './choose-language.ts';
import type { Dictionary } from './dictionary.ts';
import type { Translate } from './messages.ts';

interface LanguageValue {
  language: Language;
  text: Dictionary;
  translate: Translate;
}

export const LanguageContext = createContext<LanguageValue | null>(null);

/** The page's texts in the chosen language. */
export function useText(): Dictionary {
  return useLanguage().text;
}

export function useLanguage(): LanguageValue {
  const value = useContext(LanguageContext);
  if (value === null) throw new Error('No language is loaded yet');
  return value;
}
