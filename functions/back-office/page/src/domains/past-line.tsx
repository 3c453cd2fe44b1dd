import { dayOf } from '../../../../core/platform/time/day.ts';
import type { DomainRow } from '../../../contract.ts';
import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { Sparkline, type SparklinePoint } from '../shared/sparkline.tsx';

/** Of the score, which has a range of its own. */
const RANGE: [number, number] = [0, 100];

/** A domain's score over the last three months, as a small line; nothing of a score that was never another day's. */
export function PastLine({ of: { past, seo_score, updated_at } }: { of: DomainRow }) {
  const t = useTranslate();
  const format = useFormat();
  const points = (past ?? []).flatMap(([date, y]): SparklinePoint[] =>
    y === null ? [] : [{ at: Date.parse(date), y }],
  );
  const first = points[0];
  if (!first || seo_score === null || updated_at === null) return null;
  const since = format.date(dayOf(first.at));
  return (
    <Sparkline
      points={[...points, { at: Date.parse(updated_at), y: seo_score }]}
      range={RANGE}
      label={t('portfolio.past_line', { then: format.number(first.y), date: since, now: format.number(seo_score) })}
    />
  );
}
