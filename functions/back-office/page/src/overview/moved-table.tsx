import Header from '@cloudscape-design/components/header';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { portfolioColumns } from '../domains/portfolio-columns.tsx';
import type { PortfolioRow } from '../domains/portfolio-row.ts';
import { DataTable } from '../shared/data-table.tsx';

const MOST_SHOWN = 10;
const COLUMNS = ['domain', 'score', 'past', 'rank'];

/** The domains that have moved most. */
export function MovedTable({ rows, loading }: { rows: PortfolioRow[]; loading: boolean }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const columns = portfolioColumns(t, text, format).map(({ sortingComparator: _, ...column }) => column);
  return (
    <DataTable
      loading={loading}
      loadingText={text.common.loading}
      header={
        <Header variant="h2" counter={`(${format.number(rows.length)})`} description={t('overview.moved_hint')}>
          {t('overview.moved')}
        </Header>
      }
      ariaLabels={{ tableLabel: t('overview.moved') }}
      items={rows.slice(0, MOST_SHOWN)}
      trackBy="domain"
      empty={t('overview.none_moved')}
      columnDefinitions={columns.filter(({ id }) => COLUMNS.includes(id))}
    />
  );
}
