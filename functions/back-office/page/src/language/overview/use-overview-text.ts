import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseOverview } from './chinese.ts';
import { englishOverview } from './english.ts';
import type { OverviewDictionary } from './overview-dictionary.ts';

const texts: Record<Language, OverviewDictionary> = { en: englishOverview, zh: chineseOverview };

/** The texts about the overview in the chosen language. */
export function useOverviewText(): OverviewDictionary {
  return texts[useLanguage().language];
}
