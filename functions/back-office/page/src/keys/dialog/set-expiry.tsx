import { useState } from 'react';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { TimeField } from './time-field.tsx';
import { timeFromNow } from './time-from-now.ts';

/** Sets when a key is disabled by itself, or that it never is. */
export default function SetExpiry({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const text = useText();
  const { succeeded } = useNotify();
  const [expiry, setExpiry] = useState<keyof typeof text.keys.expiries>('never');

  async function save() {
    await api.changeKey(of.id, { expires_at: timeFromNow(expiry) });
    succeeded(text.keys.now_expires(of.name));
    onClose();
  }
  return (
    <FormDialog title={`${text.keys.expiry}: ${of.name}`} submit={text.common.save} onSubmit={save} onClose={onClose}>
      <TimeField
        label={text.keys.expires}
        hint={text.keys.expires_hint}
        choices={text.keys.expiries}
        chosen={expiry}
        onChoice={setExpiry}
      />
    </FormDialog>
  );
}
