import { useMemo } from 'react';
import { auditTextsIn } from '../../domain/audits/audit-title.ts';
import { useLanguage } from '../use-language.ts';
import { chineseRecord } from './chinese.ts';
import { englishRecord } from './english.ts';
import type { RecordDictionary } from './record-dictionary.ts';

const texts = { en: englishRecord, zh: chineseRecord };

/** The texts about the values of a record, in the chosen language: those of the view of a domain. */
export function useRecordText(): RecordDictionary {
  const { language, translate } = useLanguage();
  return useMemo(() => ({ ...texts[language], audits: auditTextsIn(translate) }), [language, translate]);
}
