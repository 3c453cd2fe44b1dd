import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chinesePortfolio } from './chinese.ts';
import { englishPortfolio } from './english.ts';
import type { PortfolioDictionary } from './portfolio-dictionary.ts';

const texts: Record<Language, PortfolioDictionary> = { en: englishPortfolio, zh: chinesePortfolio };

/** The texts about the list of domains in the chosen language: those of its view, which the first view lacks. */
export function usePortfolioText(): PortfolioDictionary {
  return texts[useLanguage().language];
}
