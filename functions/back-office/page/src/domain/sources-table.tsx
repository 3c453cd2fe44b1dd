import type { SourceReport, SourceStatus } from '../../../../core/record/record.ts';
import { metricValue } from '../shared/metric-value.ts';
import { describeFailure } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useTarget } from '../routing/use-route.ts';
import { sectionName, sourceName } from '../sources/source-words.ts';
import { Badge, RelativeTime, type Tone } from '../ui/values.tsx';
import { Card } from '../ui/layout.tsx';
import { Missing } from '../ui/missing.tsx';
import { type Column, Table } from '../ui/table.tsx';
import './domain.css';

const TONES: Record<SourceStatus, Tone> = {
  ok: 'good',
  empty: 'neutral',
  partial: 'warn',
  error: 'bad',
  timeout: 'bad',
  rate_limited: 'warn',
  blocked: 'warn',
  not_configured: 'neutral',
  unsupported: 'neutral',
  skipped: 'neutral',
  pending: 'accent',
};
/** Failures first. */
const ORDER: Tone[] = ['bad', 'warn', 'accent', 'good', 'neutral'];

/** Whether a source has answered, such as name servers, whose answers have no HTTP status. */
const hasAnswered = (status: string) => ['ok', 'empty', 'partial'].includes(status);

/** The outcome of each source; the address may name one of them. */
export function SourcesTable({ sources }: { sources: readonly SourceReport[] }) {
  const t = useTranslate();
  const format = useFormat();
  const target = useTarget('source');
  const columns: Column<SourceReport>[] = [
    {
      id: 'id',
      header: t('sources.source'),
      sortBy: ({ id }) => sourceName(id, t),
      cell: ({ id, fields, attribution }) => (
        <div
          id={`source-${id}`}
          className={id === target ? 'domain-source domain-source--target' : 'domain-source'}
          tabIndex={-1}
        >
          {sourceName(id, t)}
          <div className="ui-quiet ui-small ui-regular">
            {fields.map((path) => sectionName(path, t)).join(t('common.comma'))}
          </div>
          {attribution !== null && <div className="ui-quiet ui-small ui-regular">{attribution}</div>}
        </div>
      ),
    },
    {
      id: 'status',
      header: t('sources.status'),
      sortBy: ({ status }) => ORDER.indexOf(TONES[status]),
      cell: ({ status, error }) => (
        <>
          <Badge tone={TONES[status]}>{t(`sources.statuses.${status}`)}</Badge>
          {error !== null && <div>{describeFailure(error, t)}</div>}
        </>
      ),
    },
    {
      id: 'fetched',
      header: t('sources.fetched'),
      sortBy: ({ fetched_at }) => fetched_at,
      cell: ({ fetched_at, from_cache }) =>
        fetched_at === null ? (
          <Missing reason={t('sources.never')} />
        ) : (
          <div>
            <RelativeTime time={fetched_at} />
            <div className="ui-quiet ui-small ui-regular ui-nowrap">{format.time(fetched_at)}</div>
            {from_cache && <div className="ui-quiet ui-small ui-regular">{t('sources.from_cache')}</div>}
          </div>
        ),
    },
    {
      id: 'http',
      header: t('domain.home_page.http_status'),
      align: 'end',
      cell: ({ status, http_status }) =>
        http_status ?? <Missing reason={t(hasAnswered(status) ? 'sources.no_http' : 'site.no_status')} />,
    },
    {
      id: 'took',
      header: t('sources.took'),
      align: 'end',
      isDescendingFirst: true,
      sortBy: ({ duration_ms }) => duration_ms,
      cell: ({ duration_ms }) =>
        duration_ms === null ? <Missing /> : metricValue('duration_ms', duration_ms, format, t),
    },
  ];
  return (
    <Card title={t('sources.title')} description={t('sources.hint')} isFlush>
      <Table
        label={t('domain.tabs.sources')}
        columns={columns}
        rows={sources}
        keyOf={({ id }) => id}
        firstSort={{ column: 'status', isDescending: false }}
      />
    </Card>
  );
}
