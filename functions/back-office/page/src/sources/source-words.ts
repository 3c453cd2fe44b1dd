import type { SourceReport } from '../../../../core/record/record.ts';
import { hasFailed } from '../../../../core/record/record-row.ts';
import { describeFailure } from '../language/describe-failure.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';

type Report = Pick<SourceReport, 'status' | 'error' | 'from_cache' | 'fetched_at'>;

/** The state of a source, with its error: such as `Failed, HTTP 503`. */
export function stateOf({ status, error }: Report, text: Dictionary): string {
  const said = text.sources.statuses[status];
  return error ? said + text.common.comma + describeFailure(error, text) : said;
}

/** What has to be said beside a source's values: that its last try failed, or that they are old. `null`: nothing. */
export function noteOf(report: Report, text: Dictionary, format: Format): string | null {
  const { from_cache, fetched_at, status } = report;
  const state = stateOf(report, text);
  if (from_cache && fetched_at !== null) {
    const isAnswer = report.error === null && (status === 'ok' || status === 'empty');
    return isAnswer
      ? text.sources.values_of(format.time(fetched_at))
      : text.sources.kept(state, format.time(fetched_at));
  }
  if (!hasFailed(report)) return null;
  return status === 'partial' ? text.sources.partly(state) : text.sources.nothing(state);
}

/** A few words for beside a single figure: since when it is, and what went wrong since. `null`: it is of the last try. */
export function markOf(report: Report, text: Dictionary, format: Format): string | null {
  const { from_cache, fetched_at, error } = report;
  if (!from_cache || fetched_at === null) return null;
  const since = text.sources.of(format.time(fetched_at));
  return error ? `${since} · ${describeFailure(error, text)}` : since;
}
