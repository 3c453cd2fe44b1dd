import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { RecordSection } from './record-section.tsx';
import { type SectionName, sectionsOf } from './sections.ts';

/** The whole record, by section. */
export function RecordSections({ record }: { record: DomainAnswer }) {
  const sections = Object.entries(sectionsOf(record)) as [SectionName, object | null][];
  return (
    <SpaceBetween size="xs">
      {sections.map(([name, section]) => (
        <RecordSection key={name} name={name} section={section} record={record} />
      ))}
    </SpaceBetween>
  );
}
