import type { Snapshot } from '../../api/api.ts';
import { describeFailure } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { Badge } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { type Column, LoadMore, Table } from '../../ui/table.tsx';
import { useShownRows } from '../../ui/shown-rows.ts';
import { historyMetrics, isFailed } from './series.ts';

const STEP = 50;

interface SnapshotsCardProps {
  snapshots: Snapshot[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The snapshots as a table, with the metrics that are known in one of them. */
export function SnapshotsCard({ snapshots, isOpen, onOpen }: SnapshotsCardProps) {
  const t = useTranslate();
  return (
    <Card
      title={t('domain.history.table')}
      isFlush
      actions={
        <Button isExpanded={isOpen} onPress={() => onOpen(!isOpen)}>
          {t(isOpen ? 'domain.history.hide_table' : 'domain.history.show_table')}
        </Button>
      }
    >
      {isOpen && <SnapshotTable snapshots={snapshots} />}
    </Card>
  );
}

function SnapshotTable({ snapshots }: Pick<SnapshotsCardProps, 'snapshots'>) {
  const t = useTranslate();
  const format = useFormat();
  const { limit, showMore } = useShownRows(STEP);
  const known = historyMetrics.filter((name) => snapshots.some((one) => one[name] !== null));
  const columns: Column<Snapshot>[] = [
    { id: 'taken', header: t('domain.history.taken'), cell: ({ captured_at }) => format.time(captured_at) },
    {
      id: 'site',
      header: t('domain.history.site'),
      cell: ({ site_status: status }) => {
        if (status === null) return t('common.not_known');
        if (!isFailed(status)) return <Badge tone="good">{t('domain.history.page_shown')}</Badge>;
        const why = describeFailure({ code: status }, t);
        return <Badge tone="bad">{t('domain.history.page_failed', { why })}</Badge>;
      },
    },
    {
      id: 'origin',
      header: t('domain.history.origin'),
      cell: ({ origin }) =>
        origin === 'scheduled' || origin === 'query' || origin === 'refresh'
          ? t(`domain.history.origins.${origin}`)
          : t('domain.history.origins.backfill', { source: origin.slice('backfill:'.length) }),
    },
    ...known.map((name): Column<Snapshot> => ({
      id: name,
      header: t(`domain.history.metrics.${name}`),
      align: 'end',
      cell: ({ [name]: value }) => (value === null ? '–' : format.number(value)),
    })),
  ];
  return (
    <>
      <Table
        label={t('domain.history.table')}
        columns={columns}
        rows={snapshots}
        limit={limit}
        keyOf={({ captured_at, origin }) => `${captured_at} ${origin}`}
      />
      {snapshots.length > limit && <LoadMore onPress={showMore} />}
    </>
  );
}
