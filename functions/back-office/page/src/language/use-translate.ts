import type { Translate } from './messages.ts';
import { useLanguage } from './use-language.ts';

/** Returns the function that gives the page's texts in the chosen language. */
export function useTranslate(): Translate {
  return useLanguage().translate;
}
