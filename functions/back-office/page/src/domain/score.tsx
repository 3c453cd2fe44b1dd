import type { DomainSummary } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { describeAbsence } from '../sources/absence.ts';
import { OldMark } from '../sources/old-mark.tsx';

/** A domain's score, of when it is if it is old; or why it is not known. */
export function Score({ of: { seo_score, score_source, updated_at } }: { of: DomainSummary }) {
  const text = useText();
  const format = useFormat();
  if (updated_at === null) return text.common.not_known;
  if (seo_score === null) return describeAbsence('seo_score', score_source ? [score_source] : [], text);
  return (
    <>
      {format.number(seo_score)}
      <OldMark of={score_source} />
    </>
  );
}
