import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Audit } from '../../../../../shared/record/record.ts';
import { useText } from '../../language/use-language.ts';
import { statusTypes } from './status-types.ts';
import { DataTable } from '../../shared/data-table.tsx';

/** Checks in addition to the audits. */
export function ExtraChecks({ checks }: { checks: Audit['extra_checks'] }) {
  const text = useText();
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={<Header variant="h2">{text.audits.extra}</Header>}
      ariaLabels={{ tableLabel: text.audits.extra }}
      items={checks}
      trackBy="id"
      empty={text.common.none}
      columnDefinitions={[
        {
          id: 'id',
          header: text.audits.check,
          cell: ({ id }) => <Box variant="code">{id}</Box>,
          isRowHeader: true,
          minWidth: 140,
        },
        {
          id: 'status',
          header: text.audits.result,
          cell: ({ status }) => (
            <StatusIndicator type={statusTypes[status]}>{text.audits.statuses[status]}</StatusIndicator>
          ),
          minWidth: 160,
        },
        {
          id: 'value',
          header: text.audits.value,
          minWidth: 120,
          cell: ({ value, unit }) => (value === null ? text.common.none : `${value}${unit ? ` ${unit}` : ''}`),
        },
        { id: 'threshold', header: text.audits.threshold, cell: ({ threshold }) => threshold, minWidth: 160 },
      ]}
    />
  );
}
