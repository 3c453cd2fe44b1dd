import type { BatchItem } from '../../../../contract.ts';
import type { SourceReport } from '../../../../../core/record/record.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import { NONE_IF_READ } from '../../sources/absence.ts';
import type { Path } from './figures.ts';

/** Why a chosen figure is null, in a few words: there is none, or how far its source is. */
export function absenceOf(path: Path, { sources }: NonNullable<BatchItem['data']>, text: Dictionary): string {
  const source = sourceOfFigure(path, sources);
  if (!source) return text.common.not_known;
  const hasAnswered = source.error === null && (source.status === 'ok' || source.status === 'empty');
  if (!hasAnswered) return text.sources.statuses[source.status];
  return source.status === 'empty' || NONE_IF_READ.has(path.join('.')) ? text.common.none : text.common.not_known;
}

/** The source that fills the section that a figure is in, or is. */
export function sourceOfFigure(path: Path, sources: readonly SourceReport[]): SourceReport | undefined {
  const isIn = (section: string) => `${path.join('.')}.`.startsWith(`${section}.`);
  return sources.find(({ fields }) => fields.some(isIn));
}
