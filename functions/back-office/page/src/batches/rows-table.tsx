import { useCallback, useMemo } from 'react';
import { type RowStatus, rowStatuses } from '../../../../core/batches/batch.ts';
import type { BatchItem } from '../../../contract.ts';
import { describeValue, inOneLine } from '../domain/record/describe-value.ts';
import { useWriting } from '../domain/record/described-value.tsx';
import type { Translate } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { sortOf, textOfSort, type ViewQuery } from '../routing/use-route.ts';
import { DataTable } from '../shared/data-table.tsx';
import { markOf, sectionName } from '../sources/source-words.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/fields.tsx';
import { Card } from '../ui/layout.tsx';
import { Link, TabLinks } from '../ui/link.tsx';
import { CheckMenu } from '../ui/select.tsx';
import type { Column } from '../ui/table.tsx';
import { Missing } from '../ui/missing.tsx';
import { Score } from '../ui/score.tsx';
import { Badge, InfoTip, RelativeTime, type Tone } from '../ui/values.tsx';
import {
  absenceOf,
  isNumeric,
  metricsOf,
  type Path,
  type Row,
  rowError,
  sortValueOf,
  sourceOfMetric,
  valueAt,
} from './row-metrics.ts';

/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 50;
/** Metrics that are shown at first: more do not fit. */
const MOST_METRICS = 6;

interface RowsTableProps {
  items: readonly BatchItem[];
  view: ViewQuery;
  isLoading: boolean;
}

/** All rows in the order of the list, with the requested metrics, filtered by status, reason and name. */
export function RowsTable({ items, view, isLoading }: RowsTableProps) {
  const t = useTranslate();
  const format = useFormat();
  const titleOf = useMetricTitle();
  const { params, change, hrefWith } = view;

  const rows = useMemo(() => items.map((item, index): Row => ({ ...item, position: String(index) })), [items]);
  const metrics = useMemo(() => metricsOf(items), [items]);
  const chosen = params.get('columns')?.split(',') ?? metrics.slice(0, MOST_METRICS).map((path) => path.join('.'));
  const chosenNames = chosen.join();
  const columns = useMemo(
    () =>
      rowColumns(
        metrics.filter((path) => chosenNames.split(',').includes(path.join('.'))),
        rows,
        titleOf,
        t,
      ),
    [metrics, chosenNames, rows, titleOf, t],
  );
  const status = rowStatuses.find((one) => one === params.get('status')) ?? null;
  const [reason, name] = [params.get('reason'), (params.get('name') ?? '').trim().toLowerCase()];
  const found = rows.filter(
    (row) =>
      (status === null || row.status === status) &&
      (reason === null || row.error?.code === reason) &&
      (name === '' || [row.input, row.domain].some((text) => text?.toLowerCase().includes(name))),
  );
  const counts = rowStatuses.map((one) => ({ status: one, count: rows.filter((row) => row.status === one).length }));
  const tabs = [
    { id: 'all', text: t('batches.all'), count: rows.length, href: hrefWith({ status: null, reason: null }) },
    ...counts
      .filter((one) => one.count > 0)
      .map((one) => ({
        id: one.status,
        text: t(`batches.statuses.${one.status}`),
        count: one.count,
        href: hrefWith({ status: one.status, reason: null }),
      })),
  ];
  return (
    <Card isFlush>
      <div className="batch-table">
        <TabLinks
          label={t('batches.filter')}
          links={tabs.map((tab) => ({ ...tab, count: format.number(tab.count) }))}
          current={status ?? 'all'}
        />
        <div className="batch-tools ui-gap-2 ui-gap-x-3 ui-row ui-center">
          <SearchField
            label={t('batches.search')}
            value={params.get('name') ?? ''}
            onChange={(name) => change({ name })}
          />
          {found.length < rows.length && (
            <span className="ui-quiet ui-small" role="status">
              {t('batches.found', { found: found.length, count: rows.length })}
            </span>
          )}
          {(reason !== null || name !== '') && (
            <Button variant="quiet" onPress={() => change({ reason: null, name: null })}>
              {t('batches.clear')}
            </Button>
          )}
          {metrics.length > 1 && (
            <span className="ui-end">
              <CheckMenu
                options={metrics.map((path) => ({ id: path.join('.'), text: titleOf(path) }))}
                selected={chosen}
                onChange={(names) => change({ columns: names.join() || 'none' })}
              >
                {t('batches.columns.menu')}
              </CheckMenu>
            </span>
          )}
        </div>
        <DataTable
          of={{ loading: isLoading, error: null, reload() {} }}
          label={t('batches.rows')}
          columns={columns}
          rows={found}
          step={ROWS}
          view={params.toString()}
          keyOf={({ position }) => position}
          sort={sortOf(params.get('sort'))}
          onSort={(next) => change({ sort: textOfSort(next) })}
          empty={{ title: t(rows.length === 0 ? 'batches.empty' : 'batches.no_matches') }}
        />
      </div>
    </Card>
  );
}

const TONES: Record<RowStatus, Tone> = {
  done: 'good',
  pending: 'neutral',
  not_found: 'bad',
  failed: 'bad',
  invalid: 'warn',
  refused: 'warn',
};

/** Longer texts are cut in the table; the CSV has them in full. */
const LONGEST = 200;
/** A time, of which the table shows the day. */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** Returns the columns of the rows: the domain, its status, a column for each metric, and the time of its data. */
function rowColumns(metrics: readonly Path[], rows: readonly Row[], titleOf: Title, t: Translate): Column<Row>[] {
  return [
    {
      id: 'domain',
      header: t('batches.columns.domain'),
      cell: (row) => <DomainCell of={row} />,
      sortBy: ({ domain, input }) => domain ?? input,
    },
    {
      id: 'status',
      header: t('batches.columns.status'),
      cell: (row) => <StatusCell of={row} />,
      sortBy: ({ status }) => status,
    },
    ...metrics.map((path) => metricColumn(path, rows, titleOf)),
    {
      id: 'updated',
      header: t('batches.columns.updated'),
      cell: ({ data }) =>
        typeof data?.updated_at === 'string' ? (
          <RelativeTime time={data.updated_at} />
        ) : (
          <Missing reason={t('batches.no_data')} />
        ),
      sortBy: (row) => sortValueOf(row, ['updated_at']),
    },
  ];
}

function metricColumn(path: Path, rows: readonly Row[], titleOf: Title): Column<Row> {
  const isNumber = isNumeric(rows, path);
  return {
    id: path.join('.'),
    header: titleOf(path),
    cell: (row) => <MetricCell of={row} path={path} title={titleOf(path)} />,
    sortBy: (row) => sortValueOf(row, path),
    ...(isNumber && { align: 'end' as const, isDescendingFirst: true }),
  };
}

type Title = (path: Path) => string;

/** Returns the function that names metrics: as the form does, or by their section, or else by their member. */
function useMetricTitle(): Title {
  const t = useTranslate();
  return useCallback(
    (path) => {
      const name = path.join('.');
      const key = `batches.metrics.${name}`;
      return t.has(key) ? t(key) : sectionName(name, t);
    },
    [t],
  );
}

/** The domain as a link, and the input if it differs. */
function DomainCell({ of: { input, domain } }: { of: Row }) {
  const t = useTranslate();
  if (domain === null) return <span className="batch-text">{input ?? t('batches.deleted')}</span>;
  return (
    <div className="batch-domain ui-column ui-top ui-anywhere">
      <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
      {input !== null && input !== domain && <span className="ui-quiet ui-small">{input}</span>}
    </div>
  );
}

function StatusCell({ of: { status, error } }: { of: Row }) {
  const t = useTranslate();
  const reason = rowError({ status, error }, t);
  return (
    <div className="batch-status ui-column ui-top ui-anywhere">
      <Badge tone={TONES[status]}>{t(`batches.statuses.${status}`)}</Badge>
      {reason !== null && <span className="ui-quiet ui-small batch-reason ui-block">{reason}</span>}
    </div>
  );
}

/** A value, with a note if it is from an earlier fetch; or, in a few words, why it is unknown. */
function MetricCell({ of: { data }, path, title }: { of: Row; path: Path; title: string }) {
  const t = useTranslate();
  const format = useFormat();
  const writing = useWriting(() => false);
  if (data === null) return <Missing reason={t('batches.no_data')} />;
  const value = valueAt(data, path);
  if (value === null || value === undefined) {
    const absence = absenceOf(path, data);
    if (absence === 'none') return <span className="ui-quiet ui-small">{t('common.none')}</span>;
    return (
      <Missing
        reason={absence === 'unknown' ? undefined : t(`sources.statuses.${absence}`)}
        isExplained={absence !== 'unknown'}
      />
    );
  }
  const isTime = typeof value === 'string' && TIME.test(value) && /_at$/.test(path.at(-1)!);
  const described = isTime ? format.date(value) : inOneLine(describeValue(path.join('.'), value, writing));
  const shown = described.length > LONGEST ? `${described.slice(0, LONGEST)}…` : described;
  const source = sourceOfMetric(path, data.sources);
  const mark = source ? markOf(source, { t, format }) : null;
  return (
    <span className="ui-gap-half ui-inline ui-top ui-nowrap">
      {path.join('.') === 'seo_score' && typeof value === 'number' ? (
        <Score value={value} />
      ) : typeof value === 'string' && !isTime ? (
        <span className="batch-text">{shown}</span>
      ) : (
        shown
      )}
      {mark !== null && (
        <InfoTip isWarning label={title}>
          {mark}
        </InfoTip>
      )}
    </span>
  );
}
