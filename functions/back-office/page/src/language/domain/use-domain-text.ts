import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseDomain } from './chinese.ts';
import type { DomainDictionary } from './domain-dictionary.ts';
import { englishDomain } from './english.ts';

const texts: Record<Language, DomainDictionary> = { en: englishDomain, zh: chineseDomain };

/** The texts about one domain in the chosen language: those of its view, which the first view lacks. */
export function useDomainText(): DomainDictionary {
  return texts[useLanguage().language];
}
