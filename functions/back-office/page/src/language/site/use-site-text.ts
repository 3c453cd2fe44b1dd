import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseSite } from './chinese.ts';
import { englishSite } from './english.ts';
import type { SiteDictionary } from './site-dictionary.ts';

const texts: Record<Language, SiteDictionary> = { en: englishSite, zh: chineseSite };

/** The texts about audits of sites in the chosen language: those of the view of a domain, which the first view lacks. */
export function useSiteText(): SiteDictionary {
  return texts[useLanguage().language];
}
