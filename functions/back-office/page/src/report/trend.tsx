import type { ReportedScore, ReportedSite } from '../../../contract.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { LineChart, type Series } from '../ui/charts/line-chart.tsx';
import { Card } from '../ui/layout.tsx';

/** Health and score are from 0 to 100. */
const RANGE = [0, 100] as const;
const HEIGHT = 110;

interface TrendProps {
  site: ReportedSite | null;
  scores: readonly ReportedScore[];
}

/** Health over the complete crawls and score over the days. What has one value only has no line, which is stated. */
export function Trend({ site, scores }: TrendProps) {
  const t = useTranslate();
  const format = useFormat();
  const health: Series = {
    name: t('report.health'),
    tone: 'good',
    // A crawl of a part of the pages has another health.
    points: (site?.history ?? [])
      .filter(({ complete }) => complete)
      .map(({ finished_at, health: value }) => ({ at: Date.parse(finished_at), value })),
  };
  const score: Series = {
    name: t('report.score'),
    tone: 1,
    points: scores.map(({ date, seo_score: value }) => ({ at: Date.parse(date), value })),
  };
  const known = ({ points }: Series) => points.filter(({ value }) => value !== null).length;
  const drawn = [health, score].filter((one) => known(one) > 1);
  const notes = [
    ...(known(health) < 2 ? [t('report.trend.no_health', { count: known(health) })] : []),
    ...(known(score) < 2 ? [t('report.trend.no_score', { count: known(score) })] : []),
  ];
  return (
    <Card title={t('report.trend')}>
      {drawn.length > 0 && (
        <LineChart
          label={t('report.trend.label', { names: drawn.map(({ name }) => name).join(t('common.comma')) })}
          series={drawn}
          range={RANGE}
          height={HEIGHT}
          formatValue={format.number}
          formatTime={(at) => format.axisTime(at)}
          formatPoint={(at) => format.date(new Date(at).toISOString())}
        />
      )}
      {notes.map((note) => (
        <p key={note} className="report__fact ui-quiet ui-small">
          {note}
        </p>
      ))}
    </Card>
  );
}
