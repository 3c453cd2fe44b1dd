import type { History } from '../../api/api.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { Translate } from '../../language/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import type { ChartMark } from '../../ui/charts/line-chart.tsx';
import { CheckMenu } from '../../ui/select.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { MAX_METRICS } from './history-view.ts';
import { MetricChart } from './metric-chart.tsx';
import type { Change } from './real-changes.ts';
import { type HistoryMetric, historyMetrics } from './series.ts';
import { isLeast, isWhole, moved, type Shown, zoomed } from './zoom.ts';

/** More marks would hide the lines. */
const MAX_MARKS = 30;

interface MetricsCardProps {
  of: History;
  /** Newest first. */
  changes: Change[];
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
      <div className="history-controls">
        <Zoom {...props} />
        <Checkbox isSelected={hasMarks} onChange={onMarks}>
          {t('domain.explore.marks')}
        </Checkbox>
      </div>
      {metrics.length === 0 && <p className="domain-quiet">{t('domain.explore.none')}</p>}
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
      {metrics.includes('tranco_rank') && <p className="domain-quiet">{t('domain.explore.rank')}</p>}
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
    <div className="history-zoom" role="group" aria-label={t('domain.explore.zoom')}>
      {buttons.map(({ id, icon, isOff, to }) => (
        <IconButton
          key={id}
          icon={icon}
          label={t(`domain.explore.${id}`)}
          isDisabled={isOff}
          onPress={() => onShown(to())}
        />
      ))}
      <span role="status">{t('domain.explore.shown', { from: date(shown.from), to: date(shown.to) })}</span>
    </div>
  );
}

/** The newest times at which something changed, with everything that did. */
function marksOf(newestFirst: Change[], t: Translate): ChartMark[] {
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
