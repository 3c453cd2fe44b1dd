import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { sectionName } from '../../sources/source-words.ts';
import { Badge } from '../../ui/values.tsx';
import { Table } from '../../ui/table.tsx';
import { describeValue, memberName } from './describe-value.ts';
import { DescribedValue } from './described-value.tsx';
import './record.css';
import { useWriting } from './use-writing.ts';

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
              cell: ({ id }) => <code className="record-code">{memberName(`security_headers.${id}`, t)}</code>,
            },
            {
              id: 'status',
              header: t('audits.result'),
              cell: ({ status }) => <Badge tone={TONES[status]}>{t(`record.values.status.${status}`)}</Badge>,
            },
            { id: 'value', header: t('record.header_value'), cell: (header) => cell('value', header) },
            { id: 'rule', header: t('record.header_rule'), cell: (header) => cell('rule', header) },
          ]}
        />
      </div>
      <p className="record-table__title">{memberName('security_headers.mixed_content', t)}</p>
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
export function FieldPerformance({ of }: { of: Field }) {
  const t = useTranslate();
  const format = useFormat();
  const writing = useWriting(() => false);
  const { desktop } = of;
  const cell = (metrics: Metrics | null, name: (typeof METRICS)[number]) => {
    if (metrics === null) return t('record.unknown');
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
      {desktop === null && <p className="record-quiet">{t('record.no_desktop')}</p>}
    </>
  );
}
