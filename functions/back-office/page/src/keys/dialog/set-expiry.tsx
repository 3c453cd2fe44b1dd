import { useState } from 'react';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type Expiry, ExpiryField, timeFromNow } from './expiry-field.tsx';

/** Sets when a key is disabled by itself, or that it never is. */
export default function SetExpiry({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [expiry, setExpiry] = useState<Expiry>('never');

  async function save() {
    await api.changeKey(of.id, { expires_at: timeFromNow(expiry) });
    succeeded(t('keys.now_expires', { name: of.name }));
    onClose();
  }
  return (
    <FormDialog title={`${t('keys.expiry')}: ${of.name}`} submit={t('common.save')} onSubmit={save} onClose={onClose}>
      <ExpiryField expiry={expiry} onExpiry={setExpiry} />
    </FormDialog>
  );
}
