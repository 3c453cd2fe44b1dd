import type { SectionPath, SourceReport } from '../../../../core/record/record.ts';
import { useTranslate } from '../language/use-language.ts';
import { Missing } from '../ui/missing.tsx';
import { describeAbsence, isNothingOfIt } from './source-words.ts';

/** Why a section of the record is null: its source has nothing of the domain, or it is not known. */
export function Absence({ of, sources }: { of: SectionPath; sources: readonly SourceReport[] }) {
  const t = useTranslate();
  const text = describeAbsence(of, sources, t);
  return isNothingOfIt(of, sources) ? text : <Missing reason={text} isExplained />;
}
