import { useTranslate } from '../../language/use-translate.ts';
import { TextField } from '../../ui/text-field.tsx';

const MAX_LENGTH = 500;

/** The note of a key, for operators. */
export function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const t = useTranslate();
  return (
    <TextField
      label={t('keys.note')}
      hint={t('keys.note_hint')}
      value={note}
      onChange={onNote}
      rows={3}
      maxLength={MAX_LENGTH}
    />
  );
}
