import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DomainAnswer } from '../../../../../shared/record/record.ts';
import { RecordSection } from './record-section.tsx';
import { type SectionName, sectionsOf, sourceOf } from './sections.ts';

/** The whole record, by section. */
export function RecordSections({ record }: { record: DomainAnswer }) {
  const sections = Object.entries(sectionsOf(record)) as [SectionName, object | null][];
  return (
    <SpaceBetween size="xs">
      {sections.map(([name, section]) => (
        <RecordSection key={name} name={name} section={section} source={sourceOf(name, record.sources)} />
      ))}
    </SpaceBetween>
  );
}
