import type { DomainAnswer, SectionPath } from '../../../../../core/record/record.ts';
import { flattenSections } from '../../../../../core/record/sections.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useQuery, useTarget } from '../../routing/use-route.ts';
import { Absence } from '../../sources/absence.tsx';
import { SourceLine } from '../../sources/source-notes.tsx';
import { isNone, sectionName, sourceOf } from '../../sources/source-words.ts';
import { Card, Stack } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Badge } from '../../ui/values.tsx';
import { describeValue, memberName } from './describe-value.ts';
import { DescribedValue, useWriting } from './described-value.tsx';
import { type RecordGroup, recordGroups, type SectionName } from './sections.ts';
import '../../ui/link-chips.css';
import './record.css';

/** The whole record in groups of sections, each with its source. A link to a group or a section leads to it. */
export function RecordSections({ record }: { record: DomainAnswer }) {
  const t = useTranslate();
  const { hrefWith } = useQuery();
  const chosen = useTarget('section');
  const sections = flattenSections(record) as Record<SectionPath, object | null>;
  return (
    <Stack>
      <nav className="record-nav ui-row ui-gap-2 link-chips" aria-label={t('record.groups')}>
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
    <div id={`section-${id}`} className="record-group ui-target" tabIndex={-1}>
      <Card title={t(`record.group.${id}`)}>
        {sections.map(
          ({ name, section }) =>
            section !== null && (
              <div key={name} {...(name !== id && { id: `section-${name}` })} className="record-section" tabIndex={-1}>
                <div className="record-section__head ui-gap-x-4 ui-row ui-baseline ui-between">
                  <h3 className="ui-tight-head">{sectionName(name, t)}</h3>
                  <SourceLine of={sourceOf(name, record.sources)} />
                </div>
                <SectionContent name={name} section={section} record={record} />
              </div>
            ),
        )}
        {unknown.length > 0 && (
          <dl className="record-unknown ui-column ui-gap-2 ui-bare">
            {unknown.map(({ name }) => (
              <div key={name} className="ui-row ui-gap-tight">
                <dt className="ui-quiet ui-strong ui-anywhere">{sectionName(name, t)}</dt>
                <dd className="ui-anywhere">
                  <Absence of={name} sources={record.sources} />
                </dd>
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

type Headers = NonNullable<DomainAnswer['security_headers']>;
type Field = NonNullable<DomainAnswer['performance']['field']>;
type Metrics = NonNullable<Field['desktop']>;

const HEADERS = [
  'hsts',
  'csp',
  'x_content_type_options',
  'x_frame_options',
  'referrer_policy',
  'permissions_policy',
] as const satisfies Exclude<keyof Headers, 'mixed_content'>[];
const TONES = { present: 'good', weak: 'warn', absent: 'neutral' } as const;

/** Headers that protect visitors: whether each is sent and protects, its value, and the rule that decides. */
export function SecurityHeaders({ of }: { of: Headers }) {
  const t = useTranslate();
  const writing = useWriting(() => true);
  const name = sectionName('security_headers', t);
  const mixed = of.mixed_content;
  const cell = (member: 'value' | 'rule', header: Headers['hsts']) => (
    <DescribedValue value={describeValue(`security_headers..${member}`, header[member], writing)} />
  );
  return (
    <>
      <div className="record-table">
        <Table
          label={name}
          rows={HEADERS.map((id) => ({ id, ...of[id] }))}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'header',
              header: t('record.header'),
              cell: ({ id }) => <code className="ui-code">{memberName(`security_headers.${id}`, t)}</code>,
            },
            {
              id: 'status',
              header: t('site.severity'),
              cell: ({ status }) => <Badge tone={TONES[status]}>{t(`record.values.status.${status}`)}</Badge>,
            },
            { id: 'value', header: t('record.header_value'), cell: (header) => cell('value', header) },
            { id: 'rule', header: t('record.header_rule'), cell: (header) => cell('rule', header) },
          ]}
        />
      </div>
      <p className="record-table__title ui-quiet ui-small ui-strong">
        {memberName('security_headers.mixed_content', t)}
      </p>
      {mixed === null ? (
        <p className="record-text">{t('record.null.security_headers.mixed_content')}</p>
      ) : (
        <p className="record-text">
          {t('record.mixed_content', { blockable: mixed.blockable, upgradeable: mixed.upgradeable })}
        </p>
      )}
      {mixed !== null && mixed.urls.length > 0 && (
        <DescribedValue
          value={describeValue('security_headers.mixed_content.urls', mixed.urls, writing, mixed.urls_total)}
        />
      )}
    </>
  );
}

const METRICS = ['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'fcp_p75_ms', 'ttfb_p75_ms', 'assessment'] as const;
const ASSESSMENTS = { good: 'good', needs_improvement: 'warn', poor: 'bad' } as const;

/** What visitors experienced on phones and on desktop computers, side by side. */
function FieldPerformance({ of }: { of: Field }) {
  const t = useTranslate();
  const format = useFormat();
  const writing = useWriting(() => false);
  const { desktop } = of;
  const cell = (metrics: Metrics | null, name: (typeof METRICS)[number]) => {
    if (metrics === null) return <Missing reason={t('domain.numbers.no_vitals')} />;
    const { assessment } = metrics;
    if (name === 'assessment' && assessment !== null) {
      return <Badge tone={ASSESSMENTS[assessment]}>{t(`record.values.assessment.${assessment}`)}</Badge>;
    }
    return <DescribedValue value={describeValue(`performance.field.${name}`, metrics[name], writing)} />;
  };
  return (
    <>
      <p className="record-text">
        {t('record.period', { from: format.date(of.period_start), to: format.date(of.period_end) })}
      </p>
      <div className="record-table">
        <Table
          label={sectionName('performance.field', t)}
          rows={METRICS}
          keyOf={(name) => name}
          columns={[
            { id: 'metric', header: t('record.metric'), cell: (name) => memberName(`performance.field.${name}`, t) },
            { id: 'phone', header: t('record.phone'), cell: (name) => cell(of, name) },
            { id: 'desktop', header: t('record.desktop'), cell: (name) => cell(desktop, name) },
          ]}
        />
      </div>
      {desktop === null && <p className="ui-quiet ui-anywhere">{t('record.no_desktop')}</p>}
    </>
  );
}
