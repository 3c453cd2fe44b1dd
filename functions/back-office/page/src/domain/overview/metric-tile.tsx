import { betterOf, SITE_CRAWL } from '../../../../../core/record/history-values.ts';
import type { SourceReport } from '../../../../../core/record/record.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { changeOf } from '../../shared/before.ts';
import { metricValue } from '../../shared/metric-value.ts';
import { isRealMove } from '../../shared/real-moves.ts';
import { OldMark } from '../../sources/source-notes.tsx';
import { sourceName } from '../../sources/source-words.ts';
import { SCORE_SPAN, Sparkline } from '../../ui/charts/line-chart.tsx';
import { Score } from '../../ui/score.tsx';
import { Change, type ChangeProps } from '../../ui/values.tsx';
import { isRank } from '../history/series.ts';
import type { Metric } from './metrics.ts';

interface MetricTileProps {
  of: Metric;
  /** `undefined`: the value is of a crawl. */
  report: SourceReport | undefined;
}

/** A metric with its change, its line, its source and its date. */
export function MetricTile({ of, report }: MetricTileProps) {
  const t = useTranslate();
  const format = useFormat();
  const { name, value, time, source } = of;
  const change = changeOfMetric(of);
  return (
    <li className="domain-metric" aria-label={t(`domain.history.metrics.${name}`)}>
      <div className="ui-quiet ui-small">{t(`domain.history.metrics.${name}`)}</div>
      <div className="domain-metric__value ui-row ui-baseline ui-digits">
        {name === 'site_score' ? (
          <Score value={value} />
        ) : (
          <b className="ui-strong">{metricValue(name, value, format, t)}</b>
        )}
        {change && <Change {...change} amount={metricValue(name, Math.abs(change.by), format, t)} />}
      </div>
      <MetricLine of={of} />
      <div className="ui-quiet ui-small ui-regular">
        {t('domain.metrics.as_of', {
          source: source === SITE_CRAWL ? t('domain.metrics.crawl') : sourceName(source, t),
          date: format.date(time),
        })}
      </div>
      <OldMark of={report} />
    </li>
  );
}

/** Least height of a line as a part of the value: smaller changes are not to look like large ones. */
const LEAST_SHARE = 0.2;

/** The line of a metric up to its newest value. */
export function MetricLine({ of: { name, value, time, points } }: { of: Metric }) {
  const t = useTranslate();
  const format = useFormat();
  const line = [...points.filter((point) => point.time < time), { time, y: value }];
  const isScore = name === 'seo_score' || name === 'site_score';
  return (
    <Sparkline
      points={line.map((point) => ({ at: Date.parse(point.time), value: isRank(name) ? -point.y : point.y }))}
      leastSpan={isScore ? SCORE_SPAN : value * LEAST_SHARE}
      width={140}
      height={32}
      label={t('domain.metrics.line', {
        name: t(`domain.history.metrics.${name}`),
        first: metricValue(name, line[0]!.y, format, t),
        date: format.date(line[0]!.time),
        last: metricValue(name, value, format, t),
      })}
    />
  );
}

/** By how much a metric has changed over a month; `null` if it has not, or is not known. Small changes are not judged. */
export function changeOfMetric({ name, value, before }: Metric): ChangeProps | null {
  const change = changeOf(value, before);
  if (!change) return null;
  const better = betterOf(name);
  const isJudged = better !== undefined && isRealMove(name, before!.value, value);
  return { by: change, isBetter: isJudged ? change > 0 === (better === 'more') : null };
}
