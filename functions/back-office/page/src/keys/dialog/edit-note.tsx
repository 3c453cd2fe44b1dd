import { useState } from 'react';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { NoteField } from './note-field.tsx';

/** Changes the note of a key. */
export default function EditNote({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [note, setNote] = useState(of.note);

  async function save() {
    await api.changeKey(of.id, { note });
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.edit_note')}: ${of.name}`}
      submit={t('common.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <NoteField note={note} onNote={setNote} />
    </FormDialog>
  );
}
