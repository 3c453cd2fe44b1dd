import { type ReactNode, useMemo } from 'react';
import { DAY_MS } from '../../../../../core/platform/time/day.ts';
import type { History, Snapshot } from '../../api/api.ts';
import { describeFailure, type Translate } from '../../language/messages.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { metricValue } from '../../shared/metric-value.ts';
import { IconButton } from '../../ui/button.tsx';
import { SameAxis } from '../../ui/charts/frame.tsx';
import { type ChartMark, LineChart } from '../../ui/charts/line-chart.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { CheckMenu } from '../../ui/select.tsx';
import { MAX_METRICS } from './history-view.ts';
import { isLeast, isWhole, type MetricChange, moved, type Shown, zoomed } from './real-changes.ts';
import { type HistoryMetric, historyMetrics, isRank, seriesOf } from './series.ts';

/** More marks would hide the lines. */
const MAX_MARKS = 30;

interface MetricsCardProps {
  of: History;
  /** Newest first. */
  changes: MetricChange[];
  metrics: HistoryMetric[];
  onMetrics: (metrics: HistoryMetric[]) => void;
  whole: Shown;
  shown: Shown;
  onShown: (shown: Shown) => void;
  hasMarks: boolean;
  onMarks: (hasMarks: boolean) => void;
}

/** The chosen metrics, one below the other over the same days, each with its own axis, and marks where something changed. */
export function MetricsCard(props: MetricsCardProps) {
  const { of, changes, metrics, onMetrics, shown, hasMarks, onMarks } = props;
  const t = useTranslate();
  const format = useFormat();
  const isKnown = (name: HistoryMetric) => of.snapshots.some((one) => one[name] !== null);
  const fixed = historyMetrics.filter(
    (name) => !metrics.includes(name) && (!isKnown(name) || metrics.length >= MAX_METRICS),
  );
  const marks = hasMarks ? marksOf(changes, t) : [];
  return (
    <Card
      title={t('domain.explore.title')}
      description={t('domain.explore.hint')}
      actions={
        <CheckMenu
          options={historyMetrics.map((id) => ({ id, text: t(`domain.history.metrics.${id}`) }))}
          selected={metrics}
          fixed={fixed}
          onChange={onMetrics}
        >
          {t('domain.explore.metrics', { count: format.number(metrics.length) })}
        </CheckMenu>
      }
    >
      <div className="history-controls ui-gap-1 ui-gap-x-2 ui-between ui-row ui-center">
        <Zoom {...props} />
        <Checkbox isSelected={hasMarks} onChange={onMarks}>
          {t('domain.explore.marks')}
        </Checkbox>
      </div>
      {metrics.length === 0 && <p className="ui-quiet ui-small ui-regular">{t('domain.explore.none')}</p>}
      <SameAxis>
        {metrics.map((name) => (
          <MetricChart
            key={name}
            name={name}
            snapshots={of.snapshots}
            shown={shown}
            marks={marks.filter(({ at }) => at >= shown.from && at <= shown.to)}
            height={190}
            action={
              <IconButton
                icon="close"
                label={t('domain.explore.remove', { name: t(`domain.history.metrics.${name}`) })}
                onPress={() => onMetrics(metrics.filter((one) => one !== name))}
              />
            }
          />
        ))}
      </SameAxis>
      {metrics.includes('tranco_rank') && <p className="ui-quiet ui-small ui-regular">{t('domain.explore.rank')}</p>}
    </Card>
  );
}

/** Shows a part of the range, another part, or all of it. */
function Zoom({ whole, shown, onShown }: Pick<MetricsCardProps, 'whole' | 'shown' | 'onShown'>) {
  const t = useTranslate();
  const format = useFormat();
  const date = (time: number) => format.date(new Date(time).toISOString());
  const isAll = isWhole(shown, whole);
  const buttons = [
    { id: 'zoom_in', icon: 'plus', isOff: isLeast(shown), to: () => zoomed(shown, whole, 'in') },
    { id: 'zoom_out', icon: 'minus', isOff: isAll, to: () => zoomed(shown, whole, 'out') },
    { id: 'earlier', icon: 'chevron-left', isOff: shown.from <= whole.from, to: () => moved(shown, whole, 'earlier') },
    { id: 'later', icon: 'chevron-right', isOff: shown.to >= whole.to, to: () => moved(shown, whole, 'later') },
    { id: 'whole', icon: 'reload', isOff: isAll, to: () => whole },
  ] as const;
  return (
    <div className="ui-gap-1 ui-gap-x-2 ui-row ui-center" role="group" aria-label={t('domain.explore.zoom')}>
      {buttons.map(({ id, icon, isOff, to }) => (
        <IconButton
          key={id}
          icon={icon}
          label={t(`domain.explore.${id}`)}
          isDisabled={isOff}
          onPress={() => onShown(to())}
        />
      ))}
      <span className="ui-quiet ui-small" role="status">
        {t('domain.explore.shown', { from: date(shown.from), to: date(shown.to) })}
      </span>
    </div>
  );
}

/** The newest times at which something changed, with everything that did. */
function marksOf(newestFirst: MetricChange[], t: Translate): ChartMark[] {
  const fields = new Map<string, string[]>();
  for (const { captured_at, field } of newestFirst) {
    fields.set(captured_at, [...(fields.get(captured_at) ?? []), t(`domain.history.metrics.${field}`)]);
  }
  return [...fields].slice(0, MAX_MARKS).map(([time, names]) => ({
    at: Date.parse(time),
    label: t('domain.explore.changed', { metrics: names.join(t('common.comma')) }),
    tone: 'none',
  }));
}

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
    <section className="history-chart ui-shrink" aria-label={title}>
      <div className="history-chart__head ui-gap-1 ui-gap-x-2 ui-row ui-center">
        <h3 className="ui-tight-head">{title}</h3>
        {last && <span className="ui-quiet ui-digits">{metricValue(name, last.y, format, t)}</span>}
        {action}
      </div>
      {first && first === last && failed.length === 0 ? (
        <p className="ui-quiet ui-small ui-regular">
          {t('domain.history.only_one', { date: format.date(first.time) })}
        </p>
      ) : first && last ? (
        <LineChart
          label={t('domain.history.chart', {
            name: title,
            count: values.length,
            first: metricValue(name, first.y, format, t),
            from: format.date(first.time),
            last: metricValue(name, last.y, format, t),
            to: format.date(last.time),
            failed: failed.length,
          })}
          series={[{ name: title, points }]}
          formatValue={(value) => metricValue(name, value, format, t)}
          formatTime={(at) => format.axisTime(at, isLong)}
          formatPoint={(at) => format.time(new Date(at).toISOString())}
          height={height}
          isReversed={isRank(name)}
          span={{ least: shown.from, most: shown.to }}
          marks={[...marks.filter(({ at }) => !gaps.some((gap) => gap.at === at)), ...gaps]}
        />
      ) : (
        <p className="ui-quiet ui-small ui-regular">{t('domain.history.no_value')}</p>
      )}
    </section>
  );
}
