import type { ComparedSnapshot, Comparison } from '../../../contract.ts';
import { SITE, sourceOfValue } from '../../../../core/record/history-values.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { Card } from '../ui/card.tsx';
import { LineChart, type Series } from '../ui/charts/line-chart.tsx';
import { Segments } from '../ui/radio-group.tsx';
import { Select } from '../ui/select.tsx';
import { type ComparedView, ranges } from './compare-address.ts';
import { type ComparedMetric, comparedMetrics, formatMetric } from './metrics.ts';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

interface ComparedChartProps {
  of: Comparison;
  view: ComparedView;
  onChange: (next: Partial<ComparedView>) => void;
}

/** One metric of some domains over time. A rank is drawn upside down: above is better. */
export function ComparedChart({ of: { domains }, view: { metric, range }, onChange }: ComparedChartProps) {
  const t = useTranslate();
  const format = useFormat();
  const isKnown = (name: ComparedMetric) =>
    name === metric || domains.some(({ snapshots }) => snapshots.some((one) => one[name] !== null));
  const series = domains
    .map(({ domain_unicode, snapshots }) => ({ name: domain_unicode, points: pointsOf(snapshots, metric) }))
    .filter(({ points }) => points.some(({ value }) => value !== null));
  const hasYear = range === '1y' || range === '10y';
  function formatDay(at: number) {
    const date = new Date(at).toISOString().slice(0, DATE_LENGTH);
    return hasYear ? format.date(date) : format.day(date);
  }
  const name = t(`compare.metrics.${metric}`);
  return (
    <Card title={t('compare.history')}>
      <div className="compare-chart__tools">
        <Select
          hideLabel
          label={t('compare.metric')}
          options={comparedMetrics.filter(isKnown).map((one) => ({ id: one, text: t(`compare.metrics.${one}`) }))}
          value={metric}
          onChange={(chosen) => onChange({ metric: chosen })}
        />
        <Segments
          label={t('compare.range')}
          options={ranges.map((id) => ({ id, text: t(`compare.ranges.${id}`) }))}
          value={range}
          onChange={(chosen) => onChange({ range: chosen })}
        />
      </div>
      {series.every(({ points }) => points.length < 2) ? (
        <p className="compare-quiet">{t(series.length === 0 ? 'compare.no_history' : 'compare.one_value')}</p>
      ) : (
        <LineChart
          label={name}
          series={series}
          height={300}
          formatValue={(value) => formatMetric(metric, value, format, t)}
          formatTime={formatDay}
          isReversed={metric === 'tranco_rank'}
        />
      )}
    </Card>
  );
}

/**
 * Returns the values of a metric by day, so that domains have points at the same times. Unknown values leave no gap,
 * except those of a home page that could not be fetched.
 */
function pointsOf(newestFirst: readonly ComparedSnapshot[], metric: ComparedMetric): Series['points'] {
  const days = new Map<number, number | null>();
  for (const { captured_at, site_status, [metric]: value } of newestFirst.toReversed()) {
    const isFailed = site_status !== null && site_status !== 'ok' && sourceOfValue(metric) === SITE;
    if (isFailed || value !== null) days.set(Date.parse(captured_at.slice(0, DATE_LENGTH)), isFailed ? null : value);
  }
  return [...days].map(([at, value]) => ({ at, value }));
}
