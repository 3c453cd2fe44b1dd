import { useState } from 'react';
import type { Snapshot } from '../../api/api.ts';
import { describeFailure } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { NotUpdated, ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { ScoreReasons } from '../../shared/score-reasons.tsx';
import { metricValue } from '../../shared/metric-value.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { useIsPrinting, useShownRows } from '../../ui/shown-rows.ts';
import { type Column, LoadMore } from '../../ui/table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Badge, Change } from '../../ui/values.tsx';
import { hrefOfTab } from '../tabs.ts';
import type { HistoryRange } from './history-view.ts';
import type { MetricChange } from './real-changes.ts';
import { historyMetrics, isFailed } from './series.ts';

const HASH_SHOWN = 12;
/** Rows that are shown at first, and further ones each time. */
const CHANGES_STEP = 20;

interface ChangesCardProps {
  real: MetricChange[];
  small: MetricChange[];
  /** Shows a change in the charts. */
  onShow: (change: MetricChange) => void;
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
  of: MetricChange[];
  label: string;
  onShow?: (change: MetricChange) => void;
}

function ChangesTable({ of, label, onShow }: ChangesTableProps) {
  const t = useTranslate();
  const format = useFormat();
  function written(field: string, value: string | number): string {
    if (typeof value === 'number') return metricValue(field, value, format, t);
    if (field === 'expires_at') return format.time(value);
    return field === 'content_hash' ? `${value.slice(0, HASH_SHOWN)}…` : value;
  }
  const columns: Column<MetricChange>[] = [
    { id: 'metric', header: t('domain.changes.metric'), cell: ({ field }) => t(`domain.history.metrics.${field}`) },
    {
      id: 'from',
      header: t('domain.changes.from'),
      cell: ({ field, from }) => <SiteText>{written(field, from)}</SiteText>,
    },
    { id: 'to', header: t('domain.changes.to'), cell: ({ field, to }) => <SiteText>{written(field, to)}</SiteText> },
    { id: 'time', header: t('domain.changes.time'), cell: ({ captured_at }) => format.time(captured_at) },
  ];
  const toChart: Column<MetricChange> = {
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
    <DataTable
      label={label}
      columns={onShow ? [...columns, toChart] : columns}
      rows={of}
      step={CHANGES_STEP}
      keyOf={({ captured_at, field }) => `${captured_at} ${field}`}
      empty={{ icon: 'compare', title: t('domain.changes.none') }}
    />
  );
}

const SCORE_CHANGES_STEP = 5;

interface ScoreChangesCardProps {
  domain: string;
  range: HistoryRange;
}

/** The changes of the SEO score, each with the audits that changed at the same time. */
export function ScoreChangesCard({ domain, range }: ScoreChangesCardProps) {
  const t = useTranslate();
  const format = useFormat();
  const { limit, showMore } = useShownRows(SCORE_CHANGES_STEP);
  const found = useLoad(['scoreChanges', { domains: domain, range }], { isQuiet: true });
  return (
    <Card title={t('domain.score_changes.title')} description={t('domain.score_changes.hint')}>
      <NotUpdated of={found} />
      <ShowLoaded of={found}>
        {({ domains }) => {
          const { changes = [], truncated = false } = domains[0] ?? {};
          if (changes.length === 0) {
            const none = truncated ? 'domain.score_changes.none_in_newest' : 'domain.score_changes.none';
            return <EmptyState icon="compare" title={t(none)} />;
          }
          return (
            <>
              <ol className="history-scores ui-list" aria-label={t('domain.score_changes.title')}>
                {changes.slice(0, limit).map(({ captured_at, from, to, audits }) => (
                  <li key={captured_at}>
                    <time dateTime={captured_at} title={format.time(captured_at)}>
                      {format.date(captured_at)}
                    </time>
                    <span className="ui-line ui-baseline ui-gap-2 ui-digits">
                      {format.number(from)} → <b>{format.number(to)}</b>
                      <Change by={to - from} />
                    </span>
                    <ScoreReasons
                      audits={audits}
                      isBetter={to > from}
                      hrefOf={(audit) => hrefOfTab(domain, 'audits', { audit })}
                    />
                  </li>
                ))}
              </ol>
              {changes.length > limit && <LoadMore onPress={showMore} />}
              {truncated && <p className="ui-quiet ui-small ui-regular">{t('domain.history.truncated')}</p>}
            </>
          );
        }}
      </ShowLoaded>
    </Card>
  );
}

const SNAPSHOTS_STEP = 50;

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
  const known = historyMetrics.filter((name) => snapshots.some((one) => one[name] !== null));
  const columns: Column<Snapshot>[] = [
    { id: 'taken', header: t('domain.history.taken'), cell: ({ captured_at }) => format.time(captured_at) },
    {
      id: 'site',
      header: t('domain.history.site'),
      cell: ({ site_status: status }) => {
        if (status === null) return <Missing />;
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
      cell: ({ [name]: value }) => (value === null ? <Missing /> : metricValue(name, value, format, t)),
    })),
  ];
  return (
    <DataTable
      label={t('domain.history.table')}
      columns={columns}
      rows={snapshots}
      step={SNAPSHOTS_STEP}
      keyOf={({ captured_at, origin }) => `${captured_at} ${origin}`}
    />
  );
}
