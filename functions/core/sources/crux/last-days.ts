import * as z from 'zod';
import { isJson, readJson } from '../providers/read-response.ts';
import type { SourceContext } from '../source.ts';
import { askCrux, type Question } from './ask-crux.ts';
import { byFigure, day, type Figures, mapFigures, percentile, rounded } from './wire.ts';

/** What one kind of device measured in the last 28 days. */
export interface LastDays {
  /** `YYYY-MM-DD` */
  period_start: string;
  /** `YYYY-MM-DD` */
  period_end: string;
  figures: Figures;
}

const schema = z.object({
  record: z.object({
    metrics: byFigure(z.object({ percentiles: z.object({ p75: percentile }) })),
    collectionPeriod: z.object({ firstDate: day, lastDate: day }),
  }),
});

/**
 * @returns `null` where the origin has too few visitors with such devices
 * @throws {Refusal}
 * @throws {NetworkFailure}
 * @throws {ProviderUnavailable}
 */
export async function askLastDays(question: Question, context: SourceContext): Promise<LastDays | null> {
  const response = await askCrux('queryRecord', question, context);
  if (response.status === 404 && isJson(response)) return null;
  const { metrics, collectionPeriod } = readJson(response, schema).record;
  return {
    period_start: collectionPeriod.firstDate,
    period_end: collectionPeriod.lastDate,
    figures: mapFigures((name) => rounded(name, metrics[name]?.percentiles.p75 ?? null)),
  };
}
