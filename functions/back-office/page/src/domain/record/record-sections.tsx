import type { DomainAnswer, SectionPath } from '../../../../../core/record/record.ts';
import { flattenSections } from '../../../../../core/record/sections.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useQuery, useTarget } from '../../routing/use-route.ts';
import { describeAbsence, isNone, sectionName, sourceOf } from '../../sources/source-words.ts';
import { SourceLine } from '../../sources/source-notes.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { describeValue } from './describe-value.ts';
import { DescribedValue } from './described-value.tsx';
import '../../ui/link-chips.css';
import './record.css';
import { type RecordGroup, recordGroups, type SectionName } from './sections.ts';
import { FieldPerformance, SecurityHeaders } from './section-tables.tsx';
import { useWriting } from './use-writing.ts';

/** The whole record in groups of sections, each with its source. A link to a group or a section leads to it. */
export function RecordSections({ record }: { record: DomainAnswer }) {
  const t = useTranslate();
  const { hrefWith } = useQuery();
  const chosen = useTarget('section');
  const sections = flattenSections(record) as Record<SectionPath, object | null>;
  return (
    <Stack>
      <nav className="record-nav link-chips" aria-label={t('record.groups')}>
        {recordGroups.map(({ id }) => (
          <a key={id} href={hrefWith({ section: id })} {...(id === chosen && { 'aria-current': 'true' })}>
            {t(`record.group.${id}`)}
          </a>
        ))}
      </nav>
      {recordGroups.map(({ id, names }) => (
        <Group key={id} id={id} sections={names.map((name) => ({ name, section: sections[name] }))} record={record} />
      ))}
    </Stack>
  );
}

interface GroupProps {
  id: RecordGroup;
  sections: { name: SectionName; section: object | null }[];
  record: DomainAnswer;
}

/** Sections that are known, then those that are not. */
function Group({ id, sections, record }: GroupProps) {
  const t = useTranslate();
  const unknown = sections.filter(({ section }) => section === null);
  return (
    <div id={`section-${id}`} className="record-group" tabIndex={-1}>
      <Card title={t(`record.group.${id}`)}>
        {sections.map(
          ({ name, section }) =>
            section !== null && (
              <div key={name} {...(name !== id && { id: `section-${name}` })} className="record-section" tabIndex={-1}>
                <div className="record-section__head">
                  <h3>{sectionName(name, t)}</h3>
                  <SourceLine of={sourceOf(name, record.sources)} />
                </div>
                <SectionContent name={name} section={section} record={record} />
              </div>
            ),
        )}
        {unknown.length > 0 && (
          <dl className="record-unknown">
            {unknown.map(({ name }) => (
              <div key={name}>
                <dt>{sectionName(name, t)}</dt>
                <dd>{describeAbsence(name, record.sources, t)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </div>
  );
}

/** The values of a section: in a table of its own, or its members by their names. */
function SectionContent({ name, section, record }: { name: SectionName; section: object; record: DomainAnswer }) {
  const t = useTranslate();
  const writing = useWriting((path) => isNone(path, record));
  const { security_headers, performance } = record;
  if (name === 'security_headers' && security_headers) return <SecurityHeaders of={security_headers} />;
  if (name === 'performance.field' && performance.field) return <FieldPerformance of={performance.field} />;
  return <DescribedValue value={describeValue(name, section, writing)} label={sectionName(name, t)} />;
}
