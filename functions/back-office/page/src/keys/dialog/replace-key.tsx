import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import { useState } from 'react';
import type { CreatedKey as CreatedKeyData, Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { CreatedKey } from './created-key.tsx';

interface ReplaceKeyProps {
  of: Key;
  onClose: () => void;
  onChanged: () => void;
}

/** Makes a key with another value for the same owner, and shows the value. */
export default function ReplaceKey({ of, onClose, onChanged }: ReplaceKeyProps) {
  const api = useApi();
  const text = useText();
  const [disable, setDisable] = useState(false);
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function replace() {
    setCreated(await api.replaceKey(of.id, { disable }));
    onChanged();
  }
  return (
    <FormDialog
      title={`${text.keys.replace}: ${of.name}`}
      submit={text.keys.replace}
      onSubmit={replace}
      onClose={onClose}
    >
      <Box>{text.keys.replace_hint}</Box>
      <Checkbox checked={disable} onChange={({ detail }) => setDisable(detail.checked)}>
        {text.keys.disable_old}
      </Checkbox>
    </FormDialog>
  );
}
