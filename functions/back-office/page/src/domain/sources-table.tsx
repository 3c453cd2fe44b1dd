import Box from '@cloudscape-design/components/box';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { SourceReport, SourceStatus } from '../../../../core/record/record.ts';
import { describeFailure } from '../language/describe-failure.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { sectionName, sourceName } from '../sources/names.ts';
import { When } from '../shared/when.tsx';
import { DataTable } from '../shared/data-table.tsx';

const TYPES: Record<SourceStatus, StatusIndicatorProps.Type> = {
  ok: 'success',
  empty: 'success',
  partial: 'warning',
  error: 'error',
  timeout: 'error',
  rate_limited: 'warning',
  blocked: 'warning',
  not_configured: 'stopped',
  unsupported: 'stopped',
  skipped: 'stopped',
  pending: 'in-progress',
};

/** The outcome of each source. */
export function SourcesTable({ sources }: { sources: readonly SourceReport[] }) {
  const text = useText();
  const format = useFormat();
  return (
    <DataTable
      variant="embedded"
      wrapLines
      ariaLabels={{ tableLabel: text.domain.tabs.sources }}
      items={sources}
      trackBy="id"
      columnDefinitions={[
        {
          id: 'id',
          header: text.sources.source,
          cell: ({ id }) => sourceName(id, text),
          isRowHeader: true,
          minWidth: 150,
        },
        {
          id: 'status',
          header: text.sources.status,
          cell: ({ status }) => <StatusIndicator type={TYPES[status]}>{text.sources.statuses[status]}</StatusIndicator>,
          minWidth: 180,
        },
        {
          id: 'fetched',
          header: text.sources.fetched,
          cell: ({ fetched_at, from_cache }) =>
            fetched_at === null ? (
              text.sources.never
            ) : (
              <>
                <When time={fetched_at} />
                {from_cache && <Box color="text-body-secondary">{text.sources.from_cache}</Box>}
              </>
            ),
          minWidth: 180,
        },
        {
          id: 'error',
          header: text.sources.error,
          cell: ({ error }) => (error === null ? text.common.none : describeFailure(error, text)),
          minWidth: 180,
        },
        {
          id: 'http',
          header: text.overview.http_status,
          cell: ({ http_status }) => http_status ?? text.sources.no_http_status,
          minWidth: 100,
        },
        {
          id: 'took',
          header: text.sources.took,
          cell: ({ duration_ms }) =>
            duration_ms === null ? text.sources.not_asked : `${format.number(duration_ms)} ms`,
          minWidth: 100,
        },
        {
          id: 'fills',
          header: text.sources.fills,
          cell: ({ fields }) => fields.map((path) => sectionName(path, text)).join(text.common.comma),
          minWidth: 260,
        },
        {
          id: 'attribution',
          header: text.sources.attribution,
          cell: ({ attribution }) => attribution ?? text.common.none,
          minWidth: 200,
        },
      ]}
    />
  );
}
