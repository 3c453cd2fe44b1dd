import type { SourceReport } from '../../../../core/record/record.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { noteOf } from './source-words.ts';
import { Warning } from './warning.tsx';

/** Beside a section: that its source failed in its last try, or that its values are old. */
export function SourceNote({ of }: { of: SourceReport | undefined }) {
  const text = useText();
  const format = useFormat();
  const note = of ? noteOf(of, text, format) : null;
  return note === null ? null : <Warning>{note}</Warning>;
}
