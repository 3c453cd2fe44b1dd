import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
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
  const t = useTranslate();
  const { succeeded } = useNotify();

  async function remove() {
    await api.deleteKey(of.id);
    succeeded(t('keys.now_deleted', { name: of.name }));
    onDeleted();
  }
  return (
    <ConfirmDialog
      title={t('keys.delete_title')}
      warning={t('keys.delete_warning', { name: of.name })}
      submit={t('keys.delete')}
      typed={of.name}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
