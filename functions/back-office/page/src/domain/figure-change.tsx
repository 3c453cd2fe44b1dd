import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import '../shared/only-read.css';
import { type Before, changeOf } from '../shared/before.ts';
import './figure-change.css';

interface FigureChangeProps {
  now: number;
  before: Before | null;
  /** Of a rank, say: less is better. */
  isLessBetter?: boolean;
}

/** By how much a metric is better or worse than before; nothing if it is the same. */
export function FigureChange({ now, before, isLessBetter = false }: FigureChangeProps) {
  const t = useTranslate();
  const format = useFormat();
  const change = changeOf(now, before);
  if (before === null || !change) return null;
  const isBetter = change > 0 !== isLessBetter;
  return (
    <span
      className={`figure-change figure-change--${isBetter ? 'better' : 'worse'}`}
      title={t('domains.since', { date: format.date(before.date) })}
    >
      {' '}
      <span aria-hidden="true">{isBetter ? '▲' : '▼'}</span> {format.number(Math.abs(change))}{' '}
      <span className="only-read">{isBetter ? t('ui.better') : t('ui.worse')}</span>
    </span>
  );
}
