import Box from '@cloudscape-design/components/box';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useNotify } from '../../loading/use-notify.ts';

/** Deletes a key after confirmation. */
export default function DeleteKey({ of, onClose, onChanged }: { of: Key; onClose: () => void; onChanged: () => void }) {
  const api = useApi();
  const text = useText();
  const { succeeded } = useNotify();

  async function remove() {
    await api.deleteKey(of.id);
    succeeded(text.keys.now_deleted(of.name));
    onChanged();
    onClose();
  }
  return (
    <FormDialog title={text.keys.delete_title} submit={text.common.delete} onSubmit={remove} onClose={onClose}>
      <Box>{text.keys.delete_warning(of.name)}</Box>
    </FormDialog>
  );
}
