import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { useText } from '../language/use-language.ts';
import { useNotify } from '../loading/use-notify.ts';
import { FormDialog } from '../shared/form-dialog.tsx';

type Stored = 'answered' | 'deleted';

/** Blocks a domain, after the operator has said what becomes of that which is stored of it. */
export function BlockDomain({
  domain,
  onClose,
  onChanged,
}: {
  domain: string;
  onClose: () => void;
  onChanged: () => void;
}) {
  const api = useApi();
  const text = useText();
  const { succeeded } = useNotify();
  const [stored, setStored] = useState<Stored>('answered');
  const [entered, setEntered] = useState('');
  const isDeleted = stored === 'deleted';
  const choice = (value: Stored) => ({
    value,
    label: text.domain.block_choices[value],
    description: text.domain.block_hints[value],
  });

  async function block() {
    await api.block(domain);
    if (isDeleted) await api.deleteDomain(domain);
    succeeded(isDeleted ? text.domain.now_blocked_and_deleted(domain) : text.domain.now_blocked(domain));
    onChanged();
    onClose();
  }
  return (
    <FormDialog
      title={text.domain.block_title}
      submit={text.domain.block}
      disabled={isDeleted && entered.trim() !== domain}
      onSubmit={block}
      onClose={onClose}
    >
      <FormField label={text.domain.block_stored}>
        <RadioGroup
          value={stored}
          items={[choice('answered'), choice('deleted')]}
          onChange={({ detail }) => setStored(detail.value as Stored)}
        />
      </FormField>
      {isDeleted && (
        <FormField label={text.common.type_to_confirm(domain)}>
          <Input value={entered} autoComplete={false} onChange={({ detail }) => setEntered(detail.value)} />
        </FormField>
      )}
    </FormDialog>
  );
}
