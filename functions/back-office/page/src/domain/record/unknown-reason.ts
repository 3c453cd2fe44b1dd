import type { SourceReport } from '../../../../../shared/record/record.ts';
import type { Dictionary } from '../../language/dictionary.ts';

/** Why a section is unknown, as its source reports. */
export function unknownReason(source: SourceReport | undefined, text: Dictionary): string {
  if (!source) return text.record.because(text.record.no_source);
  const said = [`${source.id}: ${text.sources.statuses[source.status]}`, source.error?.message].filter(Boolean);
  return text.record.because(said.join(', '));
}
