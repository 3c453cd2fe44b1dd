import { NOTHING } from '../../shared/nothing.ts';
import Box from '@cloudscape-design/components/box';
import type { BatchItem } from '../../../../contract.ts';
import { describeValue, inOneLine } from '../../domain/record/describe-value.ts';
import { useWriting } from '../../domain/record/use-writing.ts';
import { useText } from '../../language/use-language.ts';
import { OldMark } from '../../sources/old-mark.tsx';
import { absenceOf, sourceOfFigure } from './absence-of.ts';
import { type Path, valueAt } from './figures.ts';

const LONGEST = 200;

/** A figure, of when it is if it is old; or, in a few words, why it is not known. */
export function FigureCell({ path, data }: { path: Path; data: BatchItem['data'] }) {
  const text = useText();
  const writing = useWriting(() => false);
  if (data === null) return NOTHING;
  const value = valueAt(data, path);
  if (value == null) return <Box color="text-body-secondary">{absenceOf(path, data, text)}</Box>;
  const described = inOneLine(describeValue(path.join('.'), value, writing));
  return (
    <>
      {described.length > LONGEST ? `${described.slice(0, LONGEST)}…` : described}
      <OldMark of={sourceOfFigure(path, data.sources)} />
    </>
  );
}
