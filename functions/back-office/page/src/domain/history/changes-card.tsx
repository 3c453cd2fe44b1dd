import { useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { type Column, LoadMore, Table } from '../../ui/table.tsx';
import { useIsPrinting, useShownRows } from '../../ui/shown-rows.ts';
import type { Change } from './real-changes.ts';

const HASH_SHOWN = 12;
/** Rows that are shown at first, and further ones each time. */
const STEP = 20;

interface ChangesCardProps {
  real: Change[];
  small: Change[];
  /** Shows a change in the charts. */
  onShow: (change: Change) => void;
}

/** What changed; below, closed at first, what moves a little from day to day. */
export function ChangesCard({ real, small, onShow }: ChangesCardProps) {
  const t = useTranslate();
  const [isChosen, setOpen] = useState(false);
  const isOpen = useIsPrinting() || isChosen;
  const label = t('domain.changes.small', { count: small.length });
  return (
    <Card title={t('domain.changes.title')} description={t('domain.changes.hint')} isFlush>
      <ChangesTable of={real} label={t('domain.changes.title')} onShow={onShow} />
      {small.length > 0 && (
        <div className="history-more">
          <Button variant="quiet" icon={isOpen ? 'minus' : 'plus'} isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {label}
          </Button>
        </div>
      )}
      {isOpen && <ChangesTable of={small} label={label} />}
    </Card>
  );
}

interface ChangesTableProps {
  of: Change[];
  label: string;
  onShow?: (change: Change) => void;
}

function ChangesTable({ of, label, onShow }: ChangesTableProps) {
  const t = useTranslate();
  const format = useFormat();
  const { limit, showMore } = useShownRows(STEP);
  function written(field: string, value: string | number): string {
    if (typeof value === 'number') return format.number(value);
    if (field === 'expires_at') return format.time(value);
    return field === 'content_hash' ? `${value.slice(0, HASH_SHOWN)}…` : value;
  }
  const columns: Column<Change>[] = [
    { id: 'metric', header: t('domain.changes.metric'), cell: ({ field }) => t(`domain.history.metrics.${field}`) },
    {
      id: 'from',
      header: t('domain.changes.from'),
      cell: ({ field, from }) => <SiteText>{written(field, from)}</SiteText>,
    },
    { id: 'to', header: t('domain.changes.to'), cell: ({ field, to }) => <SiteText>{written(field, to)}</SiteText> },
    { id: 'time', header: t('domain.changes.time'), cell: ({ captured_at }) => format.time(captured_at) },
  ];
  const toChart: Column<Change> = {
    id: 'chart',
    header: t('domain.changes.chart'),
    cell: (change) => (
      <Button
        variant="quiet"
        label={t('domain.changes.show_of', {
          metric: t(`domain.history.metrics.${change.field}`),
          time: format.time(change.captured_at),
        })}
        onPress={() => onShow?.(change)}
      >
        {t('domain.changes.show')}
      </Button>
    ),
  };
  return (
    <>
      <Table
        label={label}
        columns={onShow ? [...columns, toChart] : columns}
        rows={of}
        limit={limit}
        keyOf={({ captured_at, field }) => `${captured_at} ${field}`}
        empty={<EmptyState icon="compare" title={t('domain.changes.none')} />}
      />
      {of.length > limit && <LoadMore onPress={showMore} />}
    </>
  );
}
