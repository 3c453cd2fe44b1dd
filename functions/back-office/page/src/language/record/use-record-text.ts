import type { Language } from '../choose-language.ts';
import { useLanguage } from '../use-language.ts';
import { chineseRecord } from './chinese.ts';
import { englishRecord } from './english.ts';
import type { RecordDictionary } from './record-dictionary.ts';

const texts: Record<Language, RecordDictionary> = { en: englishRecord, zh: chineseRecord };

/** The texts about what a record says, in the chosen language: those of the view of a domain, which the first view lacks. */
export function useRecordText(): RecordDictionary {
  return texts[useLanguage().language];
}
