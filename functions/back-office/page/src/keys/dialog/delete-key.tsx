import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';

interface DeleteKeyProps {
  of: Key;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a key after its name was typed. */
export default function DeleteKey({ of, onClose, onDeleted }: DeleteKeyProps) {
  const api = useApi();
  const text = useText();
  const { succeeded } = useNotify();

  async function remove() {
    await api.deleteKey(of.id);
    succeeded(text.keys.now_deleted(of.name));
    onDeleted();
  }
  return (
    <ConfirmDialog
      title={text.keys.delete_title}
      warning={text.keys.delete_warning(of.name)}
      submit={text.common.delete}
      typed={of.name}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
