import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { useTranslate } from '../../language/use-translate.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import type { Change } from './real-changes.ts';

const HASH_SHOWN = 12;
/** Rows that are shown at first, and further ones each time. */
const STEP = 50;

interface ChangesProps {
  real: Change[];
  small: Change[];
  /** Shows a change in the chart. */
  onShow: (change: Change) => void;
}

/** What changed; below, folded away, what moves a little from day to day. */
export function Changes({ real, small, onShow }: ChangesProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <SpaceBetween size="s">
      <ChangeTable
        of={real}
        header={
          <Header variant="h2" description={t('domain.changes.hint')}>
            {t('domain.changes.title')}
          </Header>
        }
        label={t('domain.changes.title')}
        empty={t('domain.changes.none')}
        onShow={onShow}
      />
      {small.length > 0 && (
        <ExpandableSection headerText={t('domain.changes.small', { count: format.number(small.length) })}>
          <ChangeTable of={small} label={t('domain.changes.small', { count: format.number(small.length) })} empty="" />
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}

interface ChangeTableProps extends Pick<TableProps, 'header'> {
  of: Change[];
  label: string;
  empty: string;
  onShow?: (change: Change) => void;
}

function ChangeTable({ of, label, empty, header, onShow }: ChangeTableProps) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  const left = of.length - shown;
  function written(field: string, value: string | number): string {
    if (typeof value === 'number') return format.number(value);
    if (field === 'expires_at') return format.time(value);
    return field === 'content_hash' ? `${value.slice(0, HASH_SHOWN)}…` : value;
  }
  const columns: TableProps.ColumnDefinition<Change>[] = [
    { id: 'taken', header: text.history.taken, cell: ({ captured_at }) => format.time(captured_at), minWidth: 160 },
    { id: 'figure', header: text.history.figure, cell: ({ field }) => text.history.figures[field], isRowHeader: true },
    { id: 'from', header: text.history.from, cell: ({ field, from }) => <SiteText>{written(field, from)}</SiteText> },
    { id: 'to', header: text.history.to, cell: ({ field, to }) => <SiteText>{written(field, to)}</SiteText> },
  ];
  const toChart: TableProps.ColumnDefinition<Change> = {
    id: 'chart',
    header: t('domain.changes.chart'),
    cell: (change) => (
      <Button
        variant="inline-link"
        ariaLabel={t('domain.changes.show_of', {
          figure: text.history.figures[change.field],
          time: format.time(change.captured_at),
        })}
        onClick={() => onShow?.(change)}
      >
        {t('domain.changes.show')}
      </Button>
    ),
  };
  return (
    <DataTable
      variant="embedded"
      wrapLines
      header={header}
      ariaLabels={{ tableLabel: label }}
      items={of.slice(0, shown)}
      empty={empty}
      columnDefinitions={onShow ? [...columns, toChart] : columns}
      footer={
        left > 0 && (
          <Box textAlign="center">
            <Button onClick={() => setShown(shown + STEP)}>{text.common.more}</Button>
          </Box>
        )
      }
    />
  );
}
