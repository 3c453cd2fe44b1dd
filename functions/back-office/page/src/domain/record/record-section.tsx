import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { SourceReport } from '../../../../../shared/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { describeValue } from './describe-value.ts';
import { DescribedValue } from './described-value.tsx';
import type { SectionName } from './sections.ts';
import { unknownReason } from './unknown-reason.ts';

interface RecordSectionProps {
  name: SectionName;
  section: object | null;
  source: SourceReport | undefined;
}

/** One section, its members by their API names; or why it is unknown. */
export function RecordSection({ name, section, source }: RecordSectionProps) {
  const text = useText();
  const format = useFormat();
  const title = text.record.sections[name];
  if (section === null) {
    return (
      <Box padding={{ left: 'l', vertical: 'xxs' }}>
        <Box variant="h3">{title}</Box>
        <Box color="text-body-secondary">{unknownReason(source, text)}</Box>
      </Box>
    );
  }
  return (
    <ExpandableSection variant="footer" defaultExpanded={name === 'page'} headerText={title} headingTagOverride="h3">
      <DescribedValue value={describeValue(name, section, text, format)} />
    </ExpandableSection>
  );
}
