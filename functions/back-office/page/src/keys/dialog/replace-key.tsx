import { useState } from 'react';
import type { CreatedKey as CreatedKeyData, Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { CreatedKey } from './created-key.tsx';
import { timeFromNow } from './expiry-field.tsx';

/** How long the old key stays valid. */
const overlaps = ['now', 'day', 'week', 'never'] as const;

interface ReplaceKeyProps {
  of: Key;
  onClose: () => void;
}

/** Makes a key with another value for the same owner, and shows the value. */
export default function ReplaceKey({ of, onClose }: ReplaceKeyProps) {
  const api = useApi();
  const t = useTranslate();
  const [until, setUntil] = useState<(typeof overlaps)[number]>('day');
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function replace() {
    const how = until === 'now' ? { disable: true } : { old_expires_at: timeFromNow(until) };
    setCreated(await api.replaceKey(of.id, how));
  }
  return (
    <FormDialog
      title={`${t('keys.replace')}: ${of.name}`}
      submit={t('keys.replace')}
      onSubmit={replace}
      onClose={onClose}
    >
      <p>{t('keys.replace_hint')}</p>
      <RadioGroup
        label={t('keys.overlap')}
        options={overlaps.map((id) => ({ id, text: t(`keys.overlaps.${id}`) }))}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
