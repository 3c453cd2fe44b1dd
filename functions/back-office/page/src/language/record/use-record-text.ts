import { useMemo } from 'react';
import { auditTextsIn } from '../../domain/audits/audit-title.ts';
import { useTranslate } from '../use-translate.ts';
import type { RecordDictionary } from './record-dictionary.ts';

/** The texts of audits in the chosen language. */
export function useRecordText(): RecordDictionary {
  const t = useTranslate();
  return useMemo(() => ({ audits: auditTextsIn(t), how_to_fix: t('audits.fix') }), [t]);
}
