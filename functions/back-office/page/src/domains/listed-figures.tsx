import { describeFailure } from '../language/describe-failure.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { Warning } from '../sources/warning.tsx';
import type { Before } from '../shared/before.ts';
import { FigureChange } from '../domain/figure-change.tsx';
import type { PortfolioRow } from './portfolio-row.ts';

/** A domain's score in the list, of when it is if it is old; or why there is none. */
export function ListedScore({ of }: { of: PortfolioRow }) {
  const text = useText();
  const format = useFormat();
  const { updated_at, seo_score: score, score_of, score_error } = of;
  const why = score_error === null ? null : describeFailure({ code: score_error }, text);
  if (updated_at === null) return text.common.not_known;
  if (score === null) return why ?? text.common.not_known;
  const since = score_of === null ? [] : [text.sources.of(format.time(score_of))];
  return (
    <>
      {format.number(score)}
      <FigureChange now={score} before={of.score_before} />
      {since.length > 0 && <Warning>{[...since, ...(why === null ? [] : [why])].join(' · ')}</Warning>}
    </>
  );
}

/** A domain's rank in the list of Tranco. */
export function ListedRank({ rank, before }: { rank: number; before: Before | null }) {
  const format = useFormat();
  return (
    <>
      {format.number(rank)}
      <FigureChange now={rank} before={before} isLessBetter />
    </>
  );
}
