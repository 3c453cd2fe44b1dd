import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Audit } from '../../../../../core/record/record.ts';
import { useRecordText } from '../../language/record/use-record-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { checkWords } from './check-words.ts';
import { statusTypes } from './status-types.ts';
import { DataTable } from '../../shared/data-table.tsx';

/** Checks in addition to the audits. */
export function ExtraChecks({ checks }: { checks: Audit['extra_checks'] }) {
  const text = useText();
  const recordText = useRecordText();
  const format = useFormat();
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={<Header variant="h2">{text.audits.extra}</Header>}
      ariaLabels={{ tableLabel: text.audits.extra }}
      items={checks.map((check) => ({ ...check, words: checkWords(check, { text, record: recordText, format }) }))}
      trackBy="id"
      empty={text.common.none}
      columnDefinitions={[
        {
          id: 'id',
          header: text.audits.check,
          cell: ({ words }) => words.name,
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
          cell: ({ words }) => words.value,
        },
        { id: 'threshold', header: text.audits.threshold, cell: ({ words }) => words.passes, minWidth: 160 },
      ]}
    />
  );
}
