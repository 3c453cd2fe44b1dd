import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseKeywords } from './chinese.ts';
import { englishKeywords } from './english.ts';
import type { KeywordsDictionary } from './keywords-dictionary.ts';

const texts: Record<Language, KeywordsDictionary> = { en: englishKeywords, zh: chineseKeywords };

/** The texts about keywords in the chosen language: those of its views, which the first view lacks. */
export function useKeywordsText(): KeywordsDictionary {
  return texts[useLanguage().language];
}
