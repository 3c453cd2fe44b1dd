import type { FieldPerformance } from '../../record/record.ts';
import { assess } from './assess.ts';
import type { LastDays } from './last-days.ts';
import { type Figures, mapFigures } from './wire.ts';

const UNKNOWN: Figures = mapFigures(() => null);

/**
 * The section of the record. One of both kinds of devices is known; where it is not phones, their figures are null.
 *
 * @param desktop of the same days
 */
export function fieldOf(
  ...[phones, desktop]: [LastDays, LastDays | null] | [LastDays | null, LastDays]
): FieldPerformance {
  const { period_start, period_end } = (phones ?? desktop)!;
  return {
    form_factor: 'phone',
    period_start,
    period_end,
    ...assessed(phones?.figures ?? UNKNOWN),
    desktop: desktop && assessed(desktop.figures),
  };
}

function assessed(figures: Figures) {
  return { ...figures, assessment: assess(figures) };
}
