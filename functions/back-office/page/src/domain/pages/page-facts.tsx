import Box from '@cloudscape-design/components/box';
import type { Page } from '../../../../contract.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence, isNone } from '../../sources/absence.ts';
import { describeValue } from '../record/describe-value.ts';
import { DescribedValue } from '../record/described-value.tsx';
import { useWriting } from '../record/use-writing.ts';

/** What was read of a page. */
export function PageFacts({ of: { page, sources } }: { of: Page }) {
  const text = useText();
  const evidence = { sources, robots_txt: null, sitemap: null };
  const writing = useWriting((path) => isNone(path, evidence));
  if (page === null) return <Box>{describeAbsence('page', sources, text)}</Box>;
  return <DescribedValue value={describeValue('page', page, writing)} />;
}
