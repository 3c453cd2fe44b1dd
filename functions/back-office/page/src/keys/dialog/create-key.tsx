import { useState } from 'react';
import type { CreatedKey as CreatedKeyData } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useDraft } from '../../browser/use-draft.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CreatedKey } from './created-key.tsx';
import { NoteField } from './note-field.tsx';
import { OwnerField } from './owner-field.tsx';
import { PlanField } from './plan-field.tsx';
import { type Expiry, ExpiryField, timeFromNow } from './expiry-field.tsx';

/** Asks for the properties of a new key, creates it, and shows its value. */
export default function CreateKey({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [name, setName, dropName] = useDraft('key.name');
  const [note, setNote, dropNote] = useDraft('key.note');
  const [plan, setPlan] = useState<string | null>(null);
  const [owner, setOwner] = useState<string | null>(null);
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [nameError, setNameError] = useState('');
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function create() {
    if (name.trim() === '') return setNameError(t('keys.required'));
    const expires_at = timeFromNow(expiry);
    setCreated(
      await api.createKey({ name: name.trim(), plan: plan!, note, expires_at, ...(owner !== null && { owner }) }),
    );
    dropName();
    dropNote();
  }
  function nameTyped(value: string) {
    setName(value);
    setNameError('');
  }
  return (
    <FormDialog
      title={t('keys.create')}
      submit={t('keys.create')}
      disabled={plan === null}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t('keys.name')}
        hint={t('keys.name_hint')}
        value={name}
        onChange={nameTyped}
        error={nameError || undefined}
        maxLength={100}
        autoFocus
      />
      <PlanField plan={plan} onPlan={setPlan} />
      <OwnerField owner={owner} onOwner={setOwner} />
      <ExpiryField expiry={expiry} onExpiry={setExpiry} />
      <NoteField note={note} onNote={setNote} />
    </FormDialog>
  );
}
