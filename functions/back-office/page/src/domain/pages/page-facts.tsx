import Box from '@cloudscape-design/components/box';
import type { Page } from '../../../../contract.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { describeAbsence, isNone } from '../../sources/absence.ts';
import { describeValue } from '../record/describe-value.ts';
import { DescribedValue } from '../record/described-value.tsx';

/** What was read of a page, by the names of the interface. */
export function PageFacts({ of: { page, sources } }: { of: Page }) {
  const text = useText();
  const format = useFormat();
  if (page === null) return <Box>{describeAbsence('page', sources, text)}</Box>;
  const evidence = { sources, robots_txt: null, sitemap: null };
  const writing = { text, format, isNone: (path: string) => isNone(path, evidence) };
  return <DescribedValue value={describeValue('page', page, writing)} />;
}
