import { NOTHING } from '../shared/nothing.ts';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ComparedDomain } from '../../../contract.ts';
import { type FigureName, figureNames } from '../domain/history/series.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { DataTable } from '../shared/data-table.tsx';
import { bestOf } from './best-of.ts';
import { domainColumns } from './domain-columns.tsx';

/** The newest figures of some domains, a column each. What none of them has is left out. */
export function ComparedFigures({ domains }: { domains: ComparedDomain[] }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const shown = figureNames.filter((name) => domains.some(({ figures }) => (figures?.[name] ?? null) !== null));
  const rows: (FigureName | 'updated_at')[] = ['updated_at', ...shown];

  function cell(name: FigureName | 'updated_at', { figures, updated_at }: ComparedDomain) {
    if (updated_at === null) return name === 'updated_at' ? t('compare.no_record') : NOTHING;
    if (name === 'updated_at') return format.time(updated_at);
    const value = figures?.[name] ?? null;
    if (value === null) return <Box color="text-body-secondary">{text.common.not_known}</Box>;
    const best = bestOf(
      name,
      domains.map((domain) => domain.figures?.[name] ?? null),
    );
    if (value !== best) return format.number(value);
    return (
      <Box fontWeight="bold">
        {format.number(value)} <StatusIndicator type="success">{t('compare.best')}</StatusIndicator>
      </Box>
    );
  }
  return (
    <DataTable
      header={<Header variant="h2">{t('compare.figures')}</Header>}
      ariaLabels={{ tableLabel: t('compare.figures') }}
      items={rows}
      stickyColumns={{ first: 1 }}
      columnDefinitions={[
        {
          id: 'figure',
          header: t('compare.figure'),
          cell: (name) => (name === 'updated_at' ? t('compare.fetched') : text.history.figures[name]),
          isRowHeader: true,
        },
        ...domainColumns(domains, cell),
      ]}
    />
  );
}
