import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { flattenSections } from '../../../../../core/record/sections.ts';
import { useText } from '../../language/use-language.ts';
import type { Fact } from './facts.ts';
import { describeAbsence, isNone } from '../../sources/absence.ts';
import { sourceOf } from '../../sources/source-of.ts';
import { OldMark } from '../../sources/old-mark.tsx';

/** A figure, of when it is if it is old; or that there is none, or why it is not known. */
export function FactValue({ of: { section, path, value }, record }: { of: Fact; record: DomainAnswer }) {
  const text = useText();
  if (flattenSections(record)[section] === null) return describeAbsence(section, record.sources, text);
  const absent = isNone(path, record) ? text.common.none : text.common.not_known;
  return (
    <>
      {value ?? absent}
      <OldMark of={sourceOf(section, record.sources)} />
    </>
  );
}
