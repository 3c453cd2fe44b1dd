import { useState } from 'react';
import type { CreatedKey as CreatedKeyData, Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { CreatedKey } from './created-key.tsx';
import { TimeField } from './time-field.tsx';
import { timeFromNow } from './time-from-now.ts';

interface ReplaceKeyProps {
  of: Key;
  onClose: () => void;
}

/** Makes a key with another value for the same owner, and shows the value. */
export default function ReplaceKey({ of, onClose }: ReplaceKeyProps) {
  const api = useApi();
  const text = useText();
  const [until, setUntil] = useState<keyof typeof text.keys.overlaps>('day');
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function replace() {
    const how = until === 'now' ? { disable: true } : { old_expires_at: timeFromNow(until) };
    setCreated(await api.replaceKey(of.id, how));
  }
  return (
    <FormDialog
      title={`${text.keys.replace}: ${of.name}`}
      submit={text.keys.replace}
      onSubmit={replace}
      onClose={onClose}
    >
      <p>{text.keys.replace_hint}</p>
      <TimeField label={text.keys.overlap} choices={text.keys.overlaps} chosen={until} onChoice={setUntil} />
    </FormDialog>
  );
}
