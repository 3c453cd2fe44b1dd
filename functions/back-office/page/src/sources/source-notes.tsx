import Alert from '@cloudscape-design/components/alert';
import type { SourceReport } from '../../../../core/record/record.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { sourceName } from './names.ts';
import { noteOf } from './source-words.ts';

/** All sources that failed in their last try, or whose values are old. */
export function SourceNotes({ sources }: { sources: readonly SourceReport[] }) {
  const text = useText();
  const format = useFormat();
  const notes = sources.flatMap((report) => {
    const note = noteOf(report, text, format);
    return note === null ? [] : [{ id: report.id, note }];
  });
  if (notes.length === 0) return null;
  return (
    <Alert type="warning" header={text.sources.failed_title}>
      {notes.map(({ id, note }) => (
        <div key={id}>
          <b>{sourceName(id, text)}</b>
          {text.common.colon}
          {note}
        </div>
      ))}
    </Alert>
  );
}
