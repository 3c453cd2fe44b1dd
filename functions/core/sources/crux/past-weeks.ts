import * as z from 'zod';
import { orNull, readJson } from '../providers/read-response.ts';
import type { PastFigures } from '../../record/source-answer.ts';
import type { SourceContext } from '../source.ts';
import { askCrux, type Question } from './ask-crux.ts';
import { byFigure, day, figureNames, percentile, rounded } from './wire.ts';

/** As many as the API has. */
const WEEKS = 40;

const schema = z.object({
  record: z.object({
    metrics: byFigure(z.object({ percentilesTimeseries: z.object({ p75s: z.array(percentile) }) })),
    collectionPeriods: z.array(orNull(z.object({ lastDate: day }))),
  }),
});

/**
 * The figures of the last weeks, each under the last of the 28 days that it is of. Those that are not known are left out.
 *
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
export async function askPastWeeks(question: Question, context: SourceContext): Promise<PastFigures[]> {
  const asked = { ...question, collectionPeriodCount: WEEKS };
  const { metrics, collectionPeriods } = readJson(await askCrux('queryHistoryRecord', asked, context), schema).record;
  // Figures and weeks belong together by their places: of a list of another length, nobody knows which weeks it is of.
  const series = figureNames.flatMap((name) => {
    const p75s = metrics[name]?.percentilesTimeseries.p75s;
    return p75s?.length === collectionPeriods.length ? [{ name, p75s }] : [];
  });
  return collectionPeriods.flatMap((week, index) => {
    const figures = series.flatMap(({ name, p75s }) => {
      const value = rounded(name, p75s[index] ?? null);
      return value === null ? [] : [[name, value] as const];
    });
    return week && figures.length > 0 ? [{ date: week.lastDate, figures: Object.fromEntries(figures) }] : [];
  });
}
