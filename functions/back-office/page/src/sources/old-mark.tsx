import type { SourceReport } from '../../../../core/record/record.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { markOf } from './source-words.ts';
import { Warning } from './warning.tsx';

/** Beside a figure of an earlier fetch: of when it is, and why there is no newer one. */
export function OldMark({ of }: { of: SourceReport | null | undefined }) {
  const text = useText();
  const format = useFormat();
  const mark = of ? markOf(of, text, format) : null;
  return mark === null ? null : <Warning>{mark}</Warning>;
}
