import { dayOf } from '../../../../core/platform/time/day.ts';
import { describeFailure } from '../language/messages.ts';
import type { Format } from '../language/format.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { type Before, changeOf } from '../shared/before.ts';
import { Change, type ChangeProps } from '../ui/change.tsx';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { InfoTip } from '../ui/tooltip.tsx';
import type { PortfolioRow } from './portfolio-row.ts';

interface CellProps {
  of: PortfolioRow;
}

/** Bounds of Lighthouse for good and poor scores. */
const GOOD = 90;
const MEDIUM = 50;

/** The score of a domain. An icon explains why there is none, or why it is older than the other values. */
export function ScoreCell({ of }: CellProps) {
  const t = useTranslate();
  const format = useFormat();
  const { domain_unicode: domain, updated_at, seo_score: score, score_of, score_error } = of;
  const reason = score_error === null ? null : describeFailure({ code: score_error }, t);
  const notes = [
    score_of !== null && t('domains.score_of', { date: format.time(score_of) }),
    reason !== null && t('domains.page_failed', { reason }),
  ].filter((note) => note !== false);
  const isExplained = updated_at !== null && notes.length > 0;
  if (score === null && !isExplained) return null;
  return (
    <span className="domains-score">
      {score !== null && <span className={`domains-score__value ${toneOf(score)}`}>{format.number(score)}</span>}
      {isExplained && (
        <InfoTip isWarning label={t('domains.score_label', { domain })}>
          {notes.join(' ')}
        </InfoTip>
      )}
    </span>
  );
}

const toneOf = (score: number) => `domains-score--${score >= GOOD ? 'good' : score >= MEDIUM ? 'medium' : 'poor'}`;

/** By how much a metric has changed since the beginning of the period. */
export function ChangeCell({ now, before, isLessBetter = false }: ChangedMetric) {
  const t = useTranslate();
  const format = useFormat();
  if (before === null || now === null) return null;
  const change = changeProps({ now, before, isLessBetter }, format);
  const title = t('domains.before', { value: format.number(before.value), date: format.date(before.date) });
  return <span title={title}>{change ? <Change {...change} /> : <span className="domains-quiet">0</span>}</span>;
}

interface ChangedMetric {
  now: number | null;
  before: Before | null;
  /** Such as of a rank. */
  isLessBetter?: boolean;
}

/** Returns a change as it is shown; `null` without one. */
function changeProps({ now, before, isLessBetter = false }: ChangedMetric, format: Format): ChangeProps | null {
  const change = changeOf(now, before);
  if (!change) return null;
  return {
    amount: format.number(Math.abs(change)),
    direction: change > 0 ? 'up' : 'down',
    isBetter: change > 0 !== isLessBetter,
  };
}

/** The rank of a domain, with its change. */
export function RankCell({ of: { tranco_rank: rank, rank_before } }: CellProps) {
  const format = useFormat();
  if (rank === null) return null;
  return (
    <span className="domains-rank">
      {format.number(rank)}
      {changeOf(rank, rank_before) ? <ChangeCell now={rank} before={rank_before} isLessBetter /> : null}
    </span>
  );
}

/** Least height of the line, in points: smaller changes are not to look like large ones. */
const LEAST_SPAN = 20;

/** The score of a domain over three months, as a small line. */
export function TrendCell({ of: { past, seo_score, updated_at } }: CellProps) {
  const t = useTranslate();
  const format = useFormat();
  const known = (past ?? []).flatMap(([date, value]) => (value === null ? [] : [{ at: Date.parse(date), value }]));
  const first = known[0];
  if (!first || seo_score === null || updated_at === null) return null;
  const points = [...known, { at: Date.parse(updated_at), value: seo_score }];
  return (
    <Sparkline
      points={points}
      range={rangeOf(points.map(({ value }) => value))}
      label={t('domains.trend', {
        then: format.number(first.value),
        date: format.date(dayOf(first.at)),
        now: format.number(seo_score),
      })}
    />
  );
}

function rangeOf(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(0, (LEAST_SPAN - (most - least)) / 2);
  return [least - margin, most + margin];
}
