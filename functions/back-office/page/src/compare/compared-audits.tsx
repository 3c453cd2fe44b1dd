import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ComparedDomain } from '../../../contract.ts';
import { failedTitle } from '../domain/audits/audit-title.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useRecordText } from '../language/record/use-record-text.ts';
import { useText } from '../language/use-language.ts';
import { DataTable } from '../shared/data-table.tsx';
import { domainColumns } from './domain-columns.tsx';

/** The audits that fail for some domains and not for others. */
export function ComparedAudits({ domains }: { domains: ComparedDomain[] }) {
  const text = useText();
  const t = useTranslate();
  const recordText = useRecordText();
  const judged = domains.flatMap(({ failed_audits }) => (failed_audits === null ? [] : [failed_audits]));
  const all = new Map(judged.flat().map((audit) => [audit.id, audit]));
  const fails = (id: string, failed: ComparedDomain['failed_audits']) => failed?.some((audit) => audit.id === id);
  const differing = [...all.values()].filter(({ id }) => !judged.every((failed) => fails(id, failed)));
  return (
    <DataTable
      wrapLines
      header={<Header variant="h2">{t('compare.audits')}</Header>}
      ariaLabels={{ tableLabel: t('compare.audits') }}
      items={differing}
      trackBy="id"
      empty={t('compare.same_audits')}
      stickyColumns={{ first: 1 }}
      columnDefinitions={[
        {
          id: 'audit',
          header: t('compare.audit'),
          cell: (audit) => failedTitle(audit, recordText),
          isRowHeader: true,
          minWidth: 200,
        },
        ...domainColumns<(typeof differing)[number]>(domains, ({ id }, { failed_audits }) => {
          if (failed_audits === null) return text.common.not_known;
          return fails(id, failed_audits) ? (
            <StatusIndicator type="error">{t('compare.fails')}</StatusIndicator>
          ) : (
            <StatusIndicator type="success">{t('compare.passes')}</StatusIndicator>
          );
        }),
      ]}
    />
  );
}
