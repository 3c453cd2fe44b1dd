import type { SourceReport } from '../../../../core/record/record.ts';
import { hasFailed } from '../../../../core/record/record-row.ts';
import { describeFailure } from '../language/describe-failure.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';

type Report = Pick<SourceReport, 'status' | 'error' | 'from_cache' | 'fetched_at'>;

export interface SourceWords {
  t: Translate;
  format: Format;
}

/** The state of a source, with its error, such as `Failed, HTTP 503`. */
export function stateOf({ status, error }: Report, t: Translate): string {
  const state = t(`sources.statuses.${status}`);
  return error ? state + t('common.comma') + describeFailure(error, t) : state;
}

/** What is stated beside a source's values: that its last request failed, or that they are old. `null`: nothing. */
export function noteOf(report: Report, { t, format }: SourceWords): string | null {
  const { from_cache, fetched_at, status } = report;
  const state = stateOf(report, t);
  if (from_cache && fetched_at !== null) {
    const time = format.time(fetched_at);
    const isAnswer = report.error === null && (status === 'ok' || status === 'empty');
    return isAnswer ? t('sources.values_of', { time }) : t('sources.kept', { state, time });
  }
  if (!hasFailed(report)) return null;
  return t(status === 'partial' ? 'sources.partly' : 'sources.nothing', { state });
}

/** A short note beside a single value: its time, and the error since. `null`: it is of the last request. */
export function markOf(report: Report, { t, format }: SourceWords): string | null {
  const { from_cache, fetched_at, error } = report;
  if (!from_cache || fetched_at === null) return null;
  const since = t('sources.of', { time: format.time(fetched_at) });
  return error ? `${since} · ${describeFailure(error, t)}` : since;
}
