import { type ReactNode, useMemo } from 'react';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { Snapshot } from '../../api/api.ts';
import { describeFailure } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { type ChartMark, LineChart } from '../../ui/charts/line-chart.tsx';
import { scaleOf } from './scale.ts';
import { type HistoryMetric, seriesOf } from './series.ts';
import type { Shown } from './zoom.ts';

const YEAR_MS = 367 * DAY_MS;

interface MetricChartProps {
  name: HistoryMetric;
  /** Newest first. */
  snapshots: readonly Snapshot[];
  shown: Shown;
  /** Marks of changes. */
  marks?: readonly ChartMark[];
  height?: number;
  /** After the name. */
  action?: ReactNode;
}

/**
 * A metric over time on an axis of its own; a rank is drawn upside down. Where the site did not show its page, the line
 * has a gap and there is a mark.
 */
export function MetricChart({ name, snapshots, shown, marks = [], height = 150, action }: MetricChartProps) {
  const t = useTranslate();
  const format = useFormat();
  const title = t(`domain.history.metrics.${name}`);
  const { lines, failed } = useMemo(() => {
    const isShown = (time: string) => Date.parse(time) >= shown.from && Date.parse(time) <= shown.to;
    return seriesOf(
      snapshots.filter(({ captured_at }) => isShown(captured_at)),
      name,
    );
  }, [snapshots, name, shown.from, shown.to]);
  const values = lines.flat();
  const [first, last] = [values[0], values.at(-1)];
  const gaps = failed.map(({ time, code }) => ({
    at: Date.parse(time),
    label: t('domain.history.page_failed', { why: describeFailure({ code }, t) }),
    tone: 'bad' as const,
  }));
  const points = [
    ...values.map(({ time, y }) => ({ at: Date.parse(time), value: y })),
    ...gaps.map(({ at }) => ({ at, value: null })),
  ].sort((one, other) => one.at - other.at);
  const isLong = shown.to - shown.from > YEAR_MS;
  return (
    <section className="history-chart" aria-label={title}>
      <div className="history-chart__head">
        <h3>{title}</h3>
        {last && <span>{format.number(last.y)}</span>}
        {action}
      </div>
      {first && first === last && failed.length === 0 ? (
        <p className="domain-quiet">{t('domain.history.only_one', { date: format.date(first.time) })}</p>
      ) : first && last ? (
        <LineChart
          label={t('domain.history.chart', {
            name: title,
            count: values.length,
            first: format.number(first.y),
            from: format.date(first.time),
            last: format.number(last.y),
            to: format.date(last.time),
            failed: failed.length,
          })}
          series={[{ name: title, points }]}
          formatValue={format.number}
          formatTime={(at) => format.axisTime(at, isLong)}
          formatPoint={(at) => format.time(new Date(at).toISOString())}
          height={height}
          isReversed={scaleOf(name).onAxis(1) < 0}
          span={{ least: shown.from, most: shown.to }}
          marks={[...marks.filter(({ at }) => !gaps.some((gap) => gap.at === at)), ...gaps]}
        />
      ) : (
        <p className="domain-quiet">{t('domain.history.no_value')}</p>
      )}
    </section>
  );
}
