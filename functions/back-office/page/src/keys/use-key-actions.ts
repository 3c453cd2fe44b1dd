import type { Key } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useAction } from '../loading/use-action.ts';
import { useNotify } from '../loading/use-notify.ts';
import type { OpenDialog } from './dialog/open-dialog.ts';
import type { KeyAction } from './key-menu.tsx';

/** The actions of a key's menu: enabling and disabling without a dialog, the others with one. */
export function useKeyActions({
  onDone,
  onDialog,
}: {
  /** Called also where it failed: the key may have been changed or deleted elsewhere. */
  onDone: () => void;
  onDialog: (dialog: OpenDialog) => void;
}) {
  const api = useApi();
  const t = useTranslate();
  const { run } = useAction();
  const { succeeded } = useNotify();

  function act(key: Key, action: KeyAction) {
    if (action !== 'switch') return onDialog({ kind: action, key });
    void run(async () => {
      const { name, enabled } = await api.changeKey(key.id, { enabled: !key.enabled });
      succeeded(t(enabled ? 'keys.now_enabled' : 'keys.now_disabled', { name }));
    }).then(onDone);
  }
  return { act };
}
