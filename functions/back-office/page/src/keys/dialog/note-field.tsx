import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import { useText } from '../../language/use-language.ts';

/** The note of a key, for operators. */
export function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const { keys } = useText();
  return (
    <FormField label={keys.note} constraintText={keys.note_hint}>
      <Textarea
        value={note}
        nativeTextareaAttributes={{ maxLength: 500 }}
        onChange={({ detail }) => onNote(detail.value)}
      />
    </FormField>
  );
}
