import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseOperations } from './chinese.ts';
import { englishOperations } from './english.ts';
import type { OperationsDictionary } from './operations-dictionary.ts';

const texts: Record<Language, OperationsDictionary> = { en: englishOperations, zh: chineseOperations };

/** The texts about operations in the chosen language: those of the view of the queue, which the first view lacks. */
export function useOperationsText(): OperationsDictionary {
  return texts[useLanguage().language];
}
