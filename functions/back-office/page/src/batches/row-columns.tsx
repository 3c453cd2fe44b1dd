import { useCallback } from 'react';
import type { RowStatus } from '../../../../core/batches/batch.ts';
import { describeValue, inOneLine } from '../domain/record/describe-value.ts';
import { useWriting } from '../domain/record/use-writing.ts';
import type { Translate } from '../language/messages.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { markOf, sectionName } from '../sources/source-words.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { Column } from '../ui/table.tsx';
import { InfoTip } from '../ui/tooltip.tsx';
import {
  absenceOf,
  isNumeric,
  type Path,
  type Row,
  rowError,
  sortValueOf,
  sourceOfMetric,
  valueAt,
} from './row-metrics.ts';

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
export function rowColumns(
  metrics: readonly Path[],
  rows: readonly Row[],
  titleOf: Title,
  t: Translate,
): Column<Row>[] {
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
      cell: ({ data }) => typeof data?.updated_at === 'string' && <RelativeTime time={data.updated_at} />,
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
export function useMetricTitle(): Title {
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
    <div className="batch-domain">
      <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
      {input !== null && input !== domain && <span className="batch-quiet">{input}</span>}
    </div>
  );
}

function StatusCell({ of: { status, error } }: { of: Row }) {
  const t = useTranslate();
  const reason = rowError({ status, error }, t);
  return (
    <div className="batch-status">
      <Badge tone={TONES[status]}>{t(`batches.statuses.${status}`)}</Badge>
      {reason !== null && <span className="batch-quiet batch-reason">{reason}</span>}
    </div>
  );
}

/** A value, with a note if it is from an earlier fetch; or, in a few words, why it is unknown. */
function MetricCell({ of: { data }, path, title }: { of: Row; path: Path; title: string }) {
  const t = useTranslate();
  const format = useFormat();
  const writing = useWriting(() => false);
  if (data === null) return null;
  const value = valueAt(data, path);
  if (value === null || value === undefined) {
    const absence = absenceOf(path, data);
    const words =
      absence === 'none' || absence === 'unknown' ? t(`batches.${absence}`) : t(`sources.statuses.${absence}`);
    return <span className="batch-quiet">{words}</span>;
  }
  const isTime = typeof value === 'string' && TIME.test(value) && /_at$/.test(path.at(-1)!);
  const described = isTime ? format.date(value) : inOneLine(describeValue(path.join('.'), value, writing));
  const shown = described.length > LONGEST ? `${described.slice(0, LONGEST)}…` : described;
  const source = sourceOfMetric(path, data.sources);
  const mark = source ? markOf(source, { t, format }) : null;
  return (
    <span className="batch-value">
      {typeof value === 'string' && !isTime ? <span className="batch-text">{shown}</span> : shown}
      {mark !== null && (
        <InfoTip isWarning label={title}>
          {mark}
        </InfoTip>
      )}
    </span>
  );
}
