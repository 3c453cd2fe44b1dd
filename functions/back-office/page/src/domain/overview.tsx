import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../shared/record/record.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { FactValue } from './fact-value.tsx';
import { factsOf } from './facts.ts';
import { PageKeywords } from './page-keywords.tsx';
import { SourceNotes } from '../sources/source-notes.tsx';
import { ToMend } from './to-mend.tsx';

/** The most important figures of a record, and which of them are old or could not be fetched. */
export function Overview({ record }: { record: DomainAnswer }) {
  const text = useText();
  const format = useFormat();
  const facts = factsOf(record, text, format).map((fact) => ({
    label: fact.label,
    value: <FactValue of={fact} record={record} />,
  }));
  const firstCached = { label: text.domain.first_cached, value: format.time(record.first_cached_at) };
  return (
    <SpaceBetween size="l">
      <SourceNotes sources={record.sources} />
      <KeyValuePairs columns={3} items={[...facts, firstCached]} />
      <ColumnLayout columns={2}>
        <div>
          <Box variant="h2">{text.overview.to_mend}</Box>
          <ToMend record={record} />
        </div>
        <div>
          <Box variant="h2">{text.overview.keywords}</Box>
          <PageKeywords record={record} />
        </div>
      </ColumnLayout>
    </SpaceBetween>
  );
}
