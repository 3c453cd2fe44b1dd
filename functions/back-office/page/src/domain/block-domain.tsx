import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useNotify } from '../loading/use-notify.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { RadioGroup, TextField } from '../ui/fields.tsx';

type Stored = 'answered' | 'deleted';

interface BlockDomainProps {
  domain: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Blocks a domain, after the operator has chosen whether its stored data is kept. */
export function BlockDomain({ domain, onClose, onChanged }: BlockDomainProps) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [stored, setStored] = useState<Stored>('answered');
  const [entered, setEntered] = useState('');
  const isDeleted = stored === 'deleted';
  const choice = (id: Stored) => ({
    id,
    text: t(`domain.block_choices.${id}`),
    description: t(`domain.block_hints.${id}`),
  });

  async function block() {
    await api.block(domain);
    if (isDeleted) await api.deleteDomain(domain);
    succeeded(t(isDeleted ? 'domain.now_blocked_and_deleted' : 'domain.now_blocked', { domain }));
    onChanged();
    onClose();
  }
  return (
    <FormDialog
      title={t('domain.block_title')}
      submit={t('domain.block')}
      isDisabled={isDeleted && entered.trim() !== domain}
      onSubmit={block}
      onClose={onClose}
    >
      <RadioGroup
        label={t('domain.block_stored')}
        options={[choice('answered'), choice('deleted')]}
        value={stored}
        onChange={setStored}
      />
      {isDeleted && (
        <TextField label={t('ui.type_to_confirm', { name: domain })} value={entered} onChange={setEntered} />
      )}
    </FormDialog>
  );
}
