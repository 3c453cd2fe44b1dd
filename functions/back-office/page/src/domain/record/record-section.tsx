import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { SourceNote } from '../../sources/source-note.tsx';
import { describeAbsence } from '../../sources/absence.ts';
import { SectionView } from './section-view.tsx';
import { type SectionName } from './sections.ts';
import { sourceOf } from '../../sources/source-of.ts';

interface RecordSectionProps {
  name: SectionName;
  section: object | null;
  record: DomainAnswer;
}

/** One section, and since when it is known; or why it is not. */
export function RecordSection({ name, section, record }: RecordSectionProps) {
  const text = useText();
  const format = useFormat();
  const title = text.record.sections[name];
  const source = sourceOf(name, record.sources);
  if (section === null) {
    return (
      <Box padding={{ left: 'l', vertical: 'xxs' }}>
        <Box variant="h3" tagOverride="h2">
          {title}
        </Box>
        <Box color="text-body-secondary">{describeAbsence(name, record.sources, text)}</Box>
      </Box>
    );
  }
  return (
    <ExpandableSection
      variant="footer"
      defaultExpanded={name === 'page'}
      headerText={title}
      headerDescription={source?.fetched_at ? text.sources.fetched_at(format.time(source.fetched_at)) : ''}
      headingTagOverride="h2"
    >
      <SpaceBetween size="xs">
        <SourceNote of={source} />
        <SectionView name={name} section={section} record={record} />
      </SpaceBetween>
    </ExpandableSection>
  );
}
