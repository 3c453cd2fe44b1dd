import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { YesNo } from './yes-no.tsx';

/** The file llms.txt: what it has, and what is wrong with it. */
export function LlmsTxt({ of }: { of: NonNullable<DomainAnswer['ai_access']['llms_txt']> }) {
  const text = useText();
  const format = useFormat();
  const words = text.record.llms_txt;
  const problems = of.problems.map((problem) => words.problems[problem]);
  return (
    <KeyValuePairs
      columns={3}
      items={[
        { label: words.found, value: of.found ? text.common.yes : text.common.no },
        { label: text.overview.http_status, value: of.http_status },
        { label: words.valid, value: <YesNo of={of.valid} otherwise={words.no_file} /> },
        { label: words.title, value: of.title === null ? text.common.none : <SiteText>{of.title}</SiteText> },
        { label: words.links, value: of.links === null ? text.common.none : format.number(of.links) },
        { label: words.problems_found, value: problems.length === 0 ? text.common.none : problems.join(', ') },
      ]}
    />
  );
}
