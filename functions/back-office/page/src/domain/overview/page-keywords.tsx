import Box from '@cloudscape-design/components/box';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence } from '../../sources/absence.ts';
import { sourceOf } from '../../sources/source-of.ts';
import { OldMark } from '../../sources/old-mark.tsx';

const SHOWN = 20;

/** What the home page is about. */
export function PageKeywords({ record: { top_keywords, sources } }: { record: DomainAnswer }) {
  const text = useText();
  if (top_keywords === null) return <Box>{describeAbsence('top_keywords', sources, text)}</Box>;
  const keywords = top_keywords.slice(0, SHOWN).map(({ keyword }) => keyword);
  return (
    <>
      <Box>{keywords.join(' · ') || text.common.none}</Box>
      <OldMark of={sourceOf('top_keywords', sources)} />
    </>
  );
}
