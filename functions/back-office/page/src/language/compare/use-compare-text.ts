import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseCompare } from './chinese.ts';
import type { CompareDictionary } from './compare-dictionary.ts';
import { englishCompare } from './english.ts';

const texts: Record<Language, CompareDictionary> = { en: englishCompare, zh: chineseCompare };

/** The texts about comparisons in the chosen language: those of its view, which the first view lacks. */
export function useCompareText(): CompareDictionary {
  return texts[useLanguage().language];
}
